// Files that go with what is said: told to skills and models, kept with the turn, and sent by `qiao chat --attach`.

import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeSkill } from '../make-skill.ts';
import { qiao } from '../run-qiao.ts';
import { startOpenAiStub, type OpenAiStub } from '../stubs/openai-stub.ts';
import { startServer, type TestServer } from './run-server.ts';
import { idOf, newPlace, upload, type Place } from './send-file.ts';

const tellFiles = await makeSkill('tell-files', {
  'SKILL.md':
    '---\nname: tell-files\ndescription: Gives back its attachments, and makes a file.\nschema: {"type":"object","properties":{"make":{"type":"string"}}}\n---\n',
  'handler.ts': `import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
export async function execute(input, ctx) {
  if (input.make) writeFileSync(join(ctx.workspace_dir, input.make), 'made');
  return { success: true, attachments: ctx.attachments, workspace: ctx.workspace_dir };
}`,
});

/** Calls the skill once in each turn; what is said names the file to make. */
const stub: OpenAiStub = await startOpenAiStub(({ body }) => {
  const { messages } = body as { readonly messages: readonly { readonly role: string }[] };
  if (messages.at(-1)?.role !== 'user') return { text: 'Done.' };
  const make = /make ([\w-]+\.txt)/.exec(JSON.stringify(messages.at(-1)))?.[1];
  return { calls: [{ name: 'tell-files', arguments: make === undefined ? {} : { make } }] };
});
const environment = {
  QIAO_MODEL: 'openai/stub-vision',
  OPENAI_BASE_URL: stub.baseUrl,
  OPENAI_API_KEY: 'sk-test',
  TOOL_RESULT_OFFLOAD_CHARS: '1000000',
};
let server: TestServer;

beforeAll(async () => {
  server = await startServer({ skills: [tellFiles], environment });
}, 120_000);
afterAll(async () => {
  await server.remove();
  await stub.close();
});

const newSession = (): Promise<Place> => newPlace(server);

interface Told {
  readonly attachments: readonly Readonly<Record<string, string>>[];
  readonly workspace: string;
}

/** Says it, and gives what the skill was told. */
async function say(
  session: string,
  body: { readonly text: string; readonly attachments?: string[] },
): Promise<Told> {
  const { client } = server;
  const params = { session_id: session };
  const { turn_id: turn, seq } = await client.call('turns.create', { params, body });
  const following = new AbortController();
  for await (const told of client.subscribe(session, { after: seq, signal: following.signal }))
    if (told.turn === turn && told.event.type === 'turn-finished') following.abort();
  const { calls } = await client.call('turns.get', { params: { ...params, turn_id: turn } });
  return calls[0]?.result as unknown as Told;
}

describe('a turn', () => {
  test('CTX-05 attachments are this turn’s files, up to 10 earlier and up to 10 generated ones', async () => {
    const { session } = await newSession();
    const send = async (name: string): Promise<string> =>
      idOf(await upload(server, { session, name }, 'x'));
    for (let count = 0; count < 12; count += 1)
      await say(session, {
        text: `make made-${count}.txt`,
        attachments: [await send(`sent-${count}.txt`)],
      });
    await send('never-sent.txt');
    const attachments = [await send('now.png'), await send('now.csv')];
    const told = await say(session, { text: 'look', attachments });
    const names = told.attachments.map(({ filename }) => filename);
    const last10 = Array.from({ length: 10 }, (_, at) => 11 - at);
    expect(names).toEqual([
      'now.png',
      'now.csv',
      ...last10.map((at) => `sent-${at}.txt`),
      ...last10.map((at) => `made-${at}.txt`),
    ]);
    expect(told.attachments[1]).toEqual({
      type: 'file',
      att_type: 'file',
      filename: 'now.csv',
      local_path: join(told.workspace, 'attachments/now.csv'),
      url: `/api/sessions/${session}/files/attachments/now.csv`,
    });
    expect(await readFile(told.attachments[0]?.['local_path'] ?? '', 'utf8')).toBe('x');
  });

  test('keeps its files, also when one is deleted, and is answered again with those that are left', async () => {
    const { session } = await newSession();
    const { client } = server;
    const kept = await upload(server, { session, name: 'kept.txt' }, 'x');
    const gone = await upload(server, { session, name: 'gone.txt' }, 'x');
    await say(session, { text: '', attachments: [idOf(kept), idOf(gone)] });
    const params = { session_id: session };
    const first = (await client.call('turns.list', { params })).items[0];
    expect(first?.attachments.map(({ name }) => name)).toEqual(['kept.txt', 'gone.txt']);
    expect((await client.call('sessions.get', { params })).title).toBe('kept.txt');
    await client.call('attachments.delete', { params: { ...params, attachment_id: idOf(gone) } });
    await client.call('turns.regenerate', {
      params: { ...params, turn_id: first?.id ?? '' },
      body: {},
    });
    const again = (await client.call('turns.list', { params })).items[0];
    expect(again?.attachments.map(({ name }) => name)).toEqual(['kept.txt']);
  });

  test('takes no file of another conversation, and no other files under the same client key', async () => {
    const [here, there] = [await newSession(), await newSession()];
    const { client } = server;
    const own = idOf(await upload(server, { session: here.session, name: 'a.txt' }, 'x'));
    const other = idOf(await upload(server, { session: there.session, name: 'a.txt' }, 'x'));
    const params = { session_id: here.session };
    const body = { text: 'look', client_key: 'the same key' };
    await expect(
      client.call('turns.create', { params, body: { ...body, attachments: [other] } }),
    ).rejects.toMatchObject({ code: 'not-found' });
    const first = await client.call('turns.create', {
      params,
      body: { ...body, attachments: [own] },
    });
    const again = await client.call('turns.create', {
      params,
      body: { ...body, attachments: [own] },
    });
    expect(again.turn_id).toBe(first.turn_id);
    await expect(client.call('turns.create', { params, body })).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  test('shows an image to a model that takes images, and names every file', async () => {
    const { session } = await newSession();
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
    const image = idOf(await upload(server, { session, name: 'dot.png' }, png));
    const table = idOf(await upload(server, { session, name: 'a.csv' }, 'a,b'));
    await say(session, { text: 'What is it?', attachments: [image, table] });
    const sent = stub.requests.at(-1)?.body as {
      readonly messages: readonly { readonly role: string; readonly content: unknown }[];
    };
    const said = sent.messages.find(({ role }) => role === 'user')?.content;
    expect(said).toEqual([
      { type: 'text', text: expect.stringContaining('"path":"attachments/a.csv"') },
      {
        type: 'image_url',
        image_url: { url: `data:image/png;base64,${png.toString('base64')}` },
      },
    ]);
  });
});

describe('qiao chat --attach', () => {
  test('sends files through a server', async () => {
    const file = join(server.dataFolder, '销售 表.csv');
    writeFileSync(file, 'a,b');
    const { session } = await newSession();
    const options = { QIAO_SERVER: server.url, QIAO_TOKEN: server.token };
    const args = ['chat', 'look', '--session', session, '--attach', file, '--json'];
    const { exitCode, stdout } = await qiao(args, { environment: options });
    expect(exitCode).toBe(0);
    expect(stdout).toContain(`"filename":"销售 表.csv"`);
  });

  test('puts files into a conversation that this machine keeps', async () => {
    const file = join(server.dataFolder, 'kept.txt');
    writeFileSync(file, 'x');
    const { session } = await newSession();
    const here = { ...environment, QIAO_DATA: server.dataFolder };
    const args = ['chat', 'look', '--skills', tellFiles, '--session', session, '--attach', file];
    const { exitCode, stdout } = await qiao([...args, '--json'], { environment: here });
    expect(exitCode).toBe(0);
    expect(stdout).toContain('"filename":"kept.txt"');
  });

  test('copies files into a conversation of this machine', async () => {
    const [one, two] = ['one.txt', 'two.txt'].map((name) => join(server.dataFolder, name));
    for (const file of [one, two]) writeFileSync(file ?? '', '');
    const args = ['chat', 'look', '--skills', tellFiles, '--attach', one ?? ''];
    const { exitCode, stdout, stderr } = await qiao([...args, '--attach', two ?? '', '--json'], {
      environment,
    });
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/"filename":"one.txt".*"filename":"two.txt"/);
    expect(stdout).toContain('"url":"file:///');
    expect(stderr).toContain('"one.txt" is empty');
  });

  test.each([
    ['what is not there', '/var/tmp/no-such-file', 'ENOENT'],
    ['a folder', '/var/tmp', 'no regular file'],
  ])('tells of %s before anything is said', async (_, path, told) => {
    const { exitCode, stderr } = await qiao(['chat', 'look', '--attach', path], { environment });
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(told)]);
  });
});
