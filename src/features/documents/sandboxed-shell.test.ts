// `container_shell` in a real sandbox: what a command of a document can see, write and reach.

import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createSandboxes } from '#features/sandboxes/index.ts';
import { readAllowedHosts } from '#system/fetch/allowed-hosts.ts';
import { systemResolver } from '#system/fetch/check-target.ts';
import { lastResult, runDocument, shell, skillMd, type Step } from './testing/document-fixture.ts';

const FILES = { 'SKILL.md': skillMd('```sh\nls\n```\n', 'requires: {network: none}\n') };

function realSandbox() {
  return createSandboxes({
    setting: 'bwrap',
    image: '',
    egress: { allowed: readAllowedHosts([]), resolveHost: systemResolver },
    toolchains: async () => [],
    findPython: async () => '/usr/bin/python3',
  });
}

const run = (script: readonly Step[], head = 'requires: {network: none}\n') =>
  runDocument({
    files: {
      ...FILES,
      'SKILL.md': skillMd('```sh\nls\n```\n', head),
      'scripts/a.sh': 'echo from the skill',
    },
    workspaceFiles: { 'in.txt': 'given' },
    sandbox: realSandbox(),
    script,
  });

const fetching = (url: string) =>
  shell(
    `python3 -c 'import urllib.request as r; print(r.urlopen("${url}", timeout=5).status)' 2>/dev/null`,
  );

const probe = realSandbox();
const { own } = await probe.state();
await probe.close();
if (own !== 'bwrap')
  process.stderr.write('NOT TESTED HERE: commands of documents in bubblewrap.\n');

describe.skipIf(own !== 'bwrap')('in bubblewrap', () => {
  test('DOC-06 it reads the skill, writes the workspace, and what it wrote is there afterwards', async () => {
    const ran = await run([
      shell('sh $SKILL_DIR/scripts/a.sh && cat in.txt && echo made > out.txt'),
      shell('echo x > $SKILL_DIR/scripts/a.sh'),
      shell('cat out.txt && echo $TMPDIR && touch $TMPDIR/x'),
      'Done.',
    ]);
    expect(lastResult(ran, 0)).toMatchObject({
      exit_code: 0,
      stdout: 'from the skill\ngiven',
      provider: 'bwrap',
    });
    const { exit_code: refused } = lastResult(ran, 1);
    expect(refused).not.toBe(0);
    expect(lastResult(ran, 2)).toMatchObject({
      exit_code: 0,
      stdout: `made\n${ran.workspace}/.tmp\n`,
    });
    expect(existsSync(join(ran.workspace, 'out.txt'))).toBe(true);
  });

  test('DOC-06 it sees no other files and no environment of the platform', async () => {
    const secret = join('/var/tmp', `qiao-canary-${process.pid}`);
    writeFileSync(secret, 'canary');
    const ran = await run([
      shell(`cat ${secret}; ls ${import.meta.dirname}; ls /root /home /etc/hostname`),
      shell('cat /proc/1/environ | tr "\\0" "\\n"; env'),
      'Done.',
    ]);
    const { stdout } = lastResult(ran, 0);
    expect(stdout).toBe('');
    const { stdout: seen } = lastResult(ran, 1);
    expect(seen).toContain('SKILL_WORKSPACE=');
    expect(seen).not.toContain('VITEST');
  });

  test('DOC-06 without a network it reaches nobody, and with one no address of this machine; what is refused is told', async () => {
    const none = await run([fetching('http://127.0.0.1:9/'), 'Done.']);
    expect(lastResult(none)).toMatchObject({ exit_code: 1, stdout: '', egress_denied: [] });
    const some = await run([fetching('http://127.0.0.1:9/'), 'Done.'], '');
    expect(lastResult(some)).toMatchObject({ exit_code: 1, egress_denied: ['127.0.0.1:9'] });
  });
});
