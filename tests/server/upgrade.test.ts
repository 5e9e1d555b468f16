// What an earlier version stored is taken over by this one: its tables are brought on, not made anew.

import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { qiao } from '../run-qiao.ts';

/** Of an instance whose last migration was `0008_attachments`, with one turn that called a skill; its key opens nothing. */
const BACKUP = 'tests/server/backups/0008.zip';
const SESSION = '44b9220c-b15c-41ab-af23-d5487fff47e8';

test('a backup from before later migrations is restored, and its conversation goes on', async () => {
  const dataFolder = mkdtempSync('/var/tmp/qiao-upgrade-');
  chmodSync(dataFolder, 0o711);
  const environment = { QIAO_DATA: dataFolder };
  try {
    const restored = await qiao(['restore', BACKUP], { environment });
    expect(restored).toMatchObject({ exitCode: 0 });
    const text = '/text-stats {"text": "one two three"}';
    const went = await qiao(['chat', text, '--session', SESSION, '--json'], { environment });
    expect(went).toMatchObject({ exitCode: 0 });
    expect(went.stdout).toContain('"words":3');
  } finally {
    rmSync(dataFolder, { recursive: true });
  }
});
