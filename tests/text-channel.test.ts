// MSG-06 on the local text channel, in the terminal: without a database, kept in one, and through a server.

import { chmodSync, mkdtempSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { chatEventSchema, chatMessageSchema } from '#contract/chat-events.ts';
import { makeSkill } from './make-skill.ts';
import { qiao, type Ended } from './run-qiao.ts';
import { startServer } from './server/run-server.ts';
import { startObedientModel } from './server/talk.ts';

const LONG = Array.from(
  { length: 500 },
  (_, line) => `**第 ${line} 行**，有一点内容和 \`代码\`。`,
).join('\n\n');
const TABLE = '## 天气\n\n| 城市 | 温度 |\n|---|---|\n| 北京 | 3°C |\n\n[详情](https://w.test/a)';
const TABLE_TOLD = '天气\n\n- 城市: 北京; 温度: 3°C\n\n详情 (https://w.test/a)';

const model = await startObedientModel((said) => ({
  text: said.includes('long') ? LONG : said.includes('table') ? TABLE : `**Done** ${said}`,
}));
const environment = {
  QIAO_MODEL: 'openai/stub',
  OPENAI_BASE_URL: model.baseUrl,
  OPENAI_API_KEY: 'k',
};
const picture = await makeSkill('draw', {
  'SKILL.md':
    '---\nname: draw\ndescription: Draws.\nschema: {"type":"object","properties":{}}\n---\n',
  'handler.ts': `import { writeFile } from 'node:fs/promises';
    import { join } from 'node:path';
    export async function execute(input, context) {
      const files = [];
      for (const name of ['one.png', 'two.png', 'data.csv']) {
        const path = join(context.workspace_dir, name);
        await writeFile(path, name.endsWith('csv') ? 'a,b' : Buffer.from('89504e470d0a1a0a', 'hex'));
        files.push({ filename: name, local_path: path });
      }
      return { success: true, files };
    }`,
});
afterAll(() => model.close());

const lineSchema = z.union([chatEventSchema, chatMessageSchema]);

function linesOf({ stdout }: Ended): readonly z.infer<typeof lineSchema>[] {
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => lineSchema.parse(JSON.parse(line)));
}

function messagesOf(ended: Ended): readonly z.infer<typeof chatMessageSchema>[] {
  return linesOf(ended).filter((line) => line.type === 'message');
}

describe('MSG-06 without a database', () => {
  test('MSG-06 the answer comes as a message without Markdown', async () => {
    const { stdout, exitCode } = await qiao(['chat', 'table', '--channel', 'text'], {
      environment,
    });
    expect([exitCode, stdout]).toEqual([0, `${TABLE_TOLD}\n`]);
  });

  test('MSG-06 a long one as several, each within the limit; the turn ends with all of it', async () => {
    const ended = await qiao(['chat', 'long', '--channel', 'text', '--json'], { environment });
    const texts = messagesOf(ended).map(({ text }) => text);
    const last = linesOf(ended).at(-1);
    expect(texts.length).toBeGreaterThan(1);
    for (const text of texts) expect(text.length).toBeLessThanOrEqual(4000);
    expect(texts.join('\n\n')).toBe(LONG.replaceAll(/[*`]/g, ''));
    expect(last).toMatchObject({ type: 'turn-finished', text: LONG.replaceAll(/[*`]/g, '') });
  });

  test('ART-06 one image a message, and what the channel does not take as a link', async () => {
    const args = ['chat', 'call draw', '--channel', 'text', '--json', '--skills', picture];
    const messages = messagesOf(await qiao(args, { environment }));
    expect(messages.map(({ kind, files }) => [kind, ...files.map(({ name }) => name)])).toEqual([
      ['text'],
      ['image', 'one.png'],
      ['image', 'two.png'],
    ]);
    expect(messages[0]?.text).toMatch(/^Done .*\n\ndata\.csv: file:\/\/\S+data\.csv$/s);
  });

  test('MSG-06 /resend says that there is nothing, without asking a model', async () => {
    const { stdout } = await qiao(['chat', '/resend']);
    expect(stdout).toMatch(/Nothing is to be sent again/);
  });
});

describe('MSG-06 kept in the database', () => {
  // Below no home: PostgreSQL runs as another user than root.
  const dataFolder = mkdtempSync('/var/tmp/qiao-text-');
  chmodSync(dataFolder, 0o711);
  const kept = { ...environment, QIAO_DATA: dataFolder };

  test('MSG-06 each message once, and a conversation stays on its channel', async () => {
    const first = await qiao(['chat', 'table', '--role', 'Qiao', '--channel', 'text'], {
      environment: kept,
    });
    expect([first.exitCode, first.stdout]).toEqual([0, `${TABLE_TOLD}\n`]);
    const session = /--session ([\w-]+)/.exec(first.stderr)?.[1] ?? '';
    const args = ['chat', 'long', '--session', session];
    const second = await qiao([...args, '--json'], { environment: kept });
    const texts = messagesOf(second).map(({ text }) => text);
    expect(texts.join('\n\n')).toBe(LONG.replaceAll(/[*`]/g, ''));
    expect(linesOf(second).filter(({ type }) => type === 'delivery')).toHaveLength(texts.length);
    expect(linesOf(second).at(-1)).toMatchObject({ type: 'turn-finished' });
    const moved = await qiao([...args, '--channel', 'web'], { environment: kept });
    expect([moved.exitCode, moved.stderr]).toEqual([
      2,
      expect.stringContaining('is on the channel text'),
    ]);
    const resent = await qiao(['chat', '/resend', '--session', session], { environment: kept });
    expect(resent.stdout).toMatch(/Nothing is to be sent again/);
  });
});

test('MSG-06 through a server', async () => {
  const server = await startServer({ environment });
  try {
    const through = { ...environment, QIAO_SERVER: server.url, QIAO_TOKEN: server.token };
    const { exitCode, stdout, stderr } = await qiao(['chat', 'table', '--channel', 'text'], {
      environment: through,
    });
    expect([exitCode, stdout]).toEqual([0, `${TABLE_TOLD}\n`]);
    const session = /--session ([\w-]+)/.exec(stderr)?.[1] ?? '';
    const { items } = await server.client.call('messages.list', {
      params: { session_id: session },
    });
    expect(items.map(({ text }) => text)).toEqual([TABLE_TOLD]);
  } finally {
    await server.remove();
  }
});
