// Files that skills deliver, from the run to whoever opens them: kept as they were, linked, shown, and told where missing.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestS3, type TestS3 } from '#system/blobs/testing/s3-server.ts';
import { makeSkill } from '../make-skill.ts';
import { startOpenAiStub } from '../stubs/openai-stub.ts';
import { invite } from './people.ts';
import { startServer, type TestServer } from './run-server.ts';
import { newPlace, upload } from './send-file.ts';

const write = await makeSkill('write-files', {
  'SKILL.md':
    '---\nname: write-files\ndescription: Writes files.\nschema: {"type":"object","properties":{"files":{"type":"object"},"result":{"type":"object"}}}\n---\n',
  'handler.ts': `import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
export async function execute({ files = {}, result = {} }, ctx) {
  for (const [name, text] of Object.entries(files))
    writeFileSync(join(ctx.workspace_dir, name), typeof text === 'number' ? 'x'.repeat(text) : text);
  return { success: true, ...result };
}`,
});

/** What is said is what the skill is called with. */
const stub = await startOpenAiStub(({ body }) => {
  const { messages } = body as { readonly messages: readonly { role: string; content: string }[] };
  const last = messages.at(-1);
  if (last?.role !== 'user') return { text: 'Attached.' };
  return { calls: [{ name: 'write-files', arguments: JSON.parse(last.content) as object }] };
});
afterAll(() => stub.close());

let s3: TestS3;
beforeAll(async () => {
  s3 = await startTestS3();
});
afterAll(() => s3.close());

describe.each(['a directory', 'S3'])('with files in %s', (store) => {
  let server: TestServer;

  beforeAll(async () => {
    const inS3 = { QIAO_BLOBS: s3.address, QIAO_BLOBS_ACCESS_KEY: s3.key, QIAO_BLOBS_SECRET_KEY: s3.key }; // prettier-ignore
    server = await startServer({
      skills: [write],
      environment: {
        QIAO_MODEL: 'openai/stub',
        OPENAI_BASE_URL: stub.baseUrl,
        OPENAI_API_KEY: 'sk-test',
        ...(store === 'S3' && inS3),
      },
    });
  }, 120_000);
  afterAll(() => server.remove());

  async function run(session: string, call: object, client = server.client) {
    const params = { session_id: session };
    const body = { text: JSON.stringify(call) };
    const { turn_id, seq } = await client.call('turns.create', { params, body });
    const following = new AbortController();
    const { signal } = following;
    for await (const { turn, event } of client.subscribe(session, { after: seq, signal }))
      if (turn === turn_id && event.type === 'turn-finished') following.abort();
    return client.call('turns.get', { params: { ...params, turn_id } });
  }

  const get = (path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
    fetch(`${server.url}${path}`, {
      headers: { Authorization: `Bearer ${server.token}`, ...headers },
    });

  test('ART-04 a file is what it was when it was delivered, whole and in parts, whatever came later', async () => {
    const { session } = await newPlace(server);
    const first = await run(session, { files: { 'a.csv': '名,n\n甲,1' } });
    expect(first.artifacts).toMatchObject([
      {
        name: 'a.csv',
        media: 'file',
        media_type: 'text/csv',
        url: 'workspace:a.csv',
        state: 'kept',
      },
    ]);
    const second = await run(session, { files: { 'a.csv': 'other' } });
    const [old, young] = [...first.artifacts, ...second.artifacts].map(({ id }) => `/api/artifacts/${id}`); // prettier-ignore
    expect(await (await get(old ?? '')).text()).toBe('名,n\n甲,1');
    expect(await (await get(young ?? '')).text()).toBe('other');
    const part = await get(old ?? '', { Range: 'bytes=4-4' });
    expect([part.status, await part.text()]).toEqual([206, 'n']);
    const preview = await get(`${old}/preview`);
    expect(await preview.json()).toEqual({
      kind: 'table',
      sheets: [],
      rows: [
        ['名', 'n'],
        ['甲', '1'],
      ],
      has_more_rows: false,
      has_more_columns: false,
    });
  });

  test('ART-04 what is to be saved is never a page of ours; what is shown has a room of its own', async () => {
    const { session } = await newPlace(server);
    const { artifacts } = await run(session, {
      files: { 'a.html': '<script>1</script>', 'b.png': '\u0089PNG' },
      result: { files: [{ local_path: 'a.html' }, { local_path: 'b.png' }] },
    });
    const [page] = artifacts;
    const saved = await get(`/api/artifacts/${page?.id}`);
    expect(saved.headers.get('content-disposition')).toMatch(/^attachment; filename="a\.html"/);
    expect(saved.headers.get('content-security-policy')).toContain('sandbox');
    expect(saved.headers.get('x-content-type-options')).toBe('nosniff');
    const shown = await get(`/api/artifacts/${page?.id}?inline=1`);
    expect(shown.headers.get('content-disposition')).toMatch(/^inline;/);
    expect(shown.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
    expect(shown.headers.get('content-security-policy')).not.toContain('allow-scripts');
  });

  test('ART-04 on a channel the reply names files by links without a sign-in, as long as the conversation is there', async () => {
    const { client } = server;
    const { id: session } = await client.call('sessions.create', { body: { channel: 'text' } });
    const { reply } = await run(session, { files: { '报告.csv': 'content' } });
    const link = /\/f\/[\w-]+/.exec(reply ?? '')?.[0] ?? '';
    const open = (path: string) => fetch(`${server.url}${path}`);
    const opened = await open(link);
    expect([opened.status, await opened.text()]).toEqual([200, 'content']);
    expect(opened.headers.get('content-disposition')).toContain("UTF-8''%E6%8A%A5%E5%91%8A.csv");
    const forged = `${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`;
    const refused = await open(forged);
    expect([refused.status, await refused.json()]).toMatchObject([410, { code: 'link-expired' }]);
    const headers = { Accept: 'text/html,*/*', 'Accept-Language': 'zh-CN' };
    const page = await fetch(`${server.url}${forged}`, { headers });
    expect([page.status, page.headers.get('content-type')]).toEqual([
      410,
      expect.stringContaining('text/html'),
    ]);
    expect(await page.text()).toContain('这个下载链接无效或已过期');
    await client.call('sessions.delete', { params: { session_id: session } });
    const gone = await open(link);
    expect([gone.status, await gone.json()]).toMatchObject([410, { code: 'link-expired' }]);
  });

  test('ART-04 a link ends when whoever it was for may not talk to the role any more', async () => {
    const { client } = server;
    const team = await client.call('teams.create', { body: { name: `Team ${store}` } });
    const role = await client.call('roles.create', {
      body: { name: `Role ${store}`, team_id: team.id },
    });
    const member = await invite(server, {
      name: `member-${store.length}`,
      position: 'member',
      team: { id: team.id, role: 'member' },
    });
    const body = { channel: 'text', role_id: role.id } as const;
    const { id: session } = await member.client.call('sessions.create', { body });
    const { reply } = await run(session, { files: { 'a.csv': 'content' } }, member.client);
    const link = `${server.url}${/\/f\/[\w-]+/.exec(reply ?? '')?.[0]}`;
    expect((await fetch(link)).status).toBe(200);
    const params = { team_id: team.id, person_id: member.id };
    await client.call('teams.remove-member', { params });
    expect((await fetch(link)).status).toBe(410);
  });

  test('a role that is full is told before anything is stored: an upload, and what a skill made', async () => {
    const { client } = server;
    const body = { name: `Small ${store}`, limits: { storage_mb: 1 } };
    const role = await client.call('roles.create', { body });
    const { id: session } = await client.call('sessions.create', { body: { role_id: role.id } });
    const refused = await upload(server, { session, name: 'a.bin' }, Buffer.alloc(1_100_000));
    expect([refused.status, refused.json]).toMatchObject([
      429,
      { code: 'limit-reached', message: expect.stringMatching(/this role may have 1 MB in all/) },
    ]);
    const kept = await run(session, { files: { 'small.txt': 1000 } });
    expect(kept.artifacts).toMatchObject([{ name: 'small.txt', state: 'kept' }]);
    const full = await run(session, { files: { 'big.txt': 1_100_000 } });
    expect(full.artifacts).toMatchObject([
      { name: 'big.txt', state: 'failed', reason: expect.stringContaining('1 MB in all') },
    ]);
    expect(full.reply).toContain('1 MB in all');
  });

  test('DSP-04 a block changes what is shown and stored, never the call, and is there after a reload', async () => {
    const { session } = await newPlace(server);
    const result = { display_md: '| a |', display_only: true, rows: [1] };
    const turn = await run(session, { result });
    expect(turn.reply).toBe('| a |');
    expect(turn.calls).toMatchObject([{ state: 'done', result: { success: true, ...result } }]);
    const { items } = await server.client.call('turns.list', { params: { session_id: session } });
    expect(items[0]?.reply).toBe('| a |');
  });

  test('ART-04 what did not arrive is in the turn with its reason, and the reply says so', async () => {
    const { session } = await newPlace(server);
    const turn = await run(session, { result: { local_path: '/etc/passwd', filename: 'passwd' } });
    expect(turn.artifacts).toMatchObject([
      { name: 'passwd', state: 'failed', url: '', bytes: 0, reason: expect.stringContaining('/etc/passwd') }, // prettier-ignore
    ]);
    expect(turn.calls).toMatchObject([{ state: 'partial' }]);
    expect(turn.reply).toMatch(/^Attached\.\n\nOne file could not be delivered:\n- passwd: /);
    const failed = await get(`/api/artifacts/${turn.artifacts[0]?.id}`);
    expect(failed.status).toBe(404);
  });
});
