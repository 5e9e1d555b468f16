// Knowledge skills on a running server: what the model is told of them, and how it reads one by page.

import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { makeSkill } from '../make-skill.ts';
import { startOpenAiStub, type OpenAiStep } from '../stubs/openai-stub.ts';
import { startServer, type TestServer } from './run-server.ts';
import { talkTo, type Talk } from './talk.ts';

const LONG = `# Hotels\n\n${'A night costs "four hundred" at most.\n'.repeat(3000)}The end.`;
const SCRIPT = `${'print("a long script", \'with quotes\')\n'.repeat(4000)}# end`;
const manifest = (name: string, description: string, body: string) =>
  `---\nname: ${name}\ndescription: ${description}\n---\n${body}`;
const skills = await Promise.all([
  makeSkill('travel-rules', {
    'SKILL.md': manifest(
      'travel-rules',
      'What a business trip may cost.',
      '# Trips\n\n## Hotel prices\n\nSee references/hotels.md.\n',
    ),
    'references/hotels.md': LONG,
    'tools/plan.py': SCRIPT,
    '.env': 'TOKEN=of-the-operator',
  }),
  makeSkill('brand-guide', {
    'SKILL.md': manifest('brand-guide', 'Logo and colours.', '# Logo\n\nIt is blue.\n'),
  }),
  makeSkill('mixer', {
    'SKILL.md': manifest('mixer', 'Mixes sounds.', '```bash\nsh scripts/mix.sh\n```\n'),
    'scripts/mix.sh': 'echo mixed\n',
  }),
  makeSkill('drafts', {
    'SKILL.md':
      '---\nname: drafts\ndescription: Hotel drafts.\ndisable-model-invocation: true\n---\nNot yet.\n',
  }),
  makeSkill('payroll', {
    'SKILL.md': manifest('payroll', 'Who earns what at the hotel.', 'Everybody the same.\n'),
  }),
]);

const stub = await startOpenAiStub([]);
let server: TestServer;
let roleId: string;
beforeAll(async () => {
  server = await startServer({
    skills,
    environment: {
      QIAO_MODEL: 'openai/stub',
      OPENAI_BASE_URL: stub.baseUrl,
      OPENAI_API_KEY: 'sk-test',
      QIAO_CONTEXT_TOKENS: '200000',
    },
  });
  const body = {
    name: 'Clerk',
    persona: 'You are a clerk.',
    skills: ['travel-rules', 'brand-guide', 'mixer', 'drafts'],
  };
  roleId = (await server.client.call('roles.create', { body })).id;
}, 120_000);
afterAll(async () => {
  await server.remove();
  await stub.close();
});

const requestSchema = z.object({
  messages: z.array(z.looseObject({ role: z.string(), content: z.string().nullish() })),
  tools: z.array(z.object({ function: z.object({ name: z.string() }) })),
});
type Asked = z.infer<typeof requestSchema>;
const pageSchema = z.object({
  data: z.object({ file: z.string(), text: z.string(), next_offset: z.number().nullable() }),
});

/** One turn in which the model reads these and then answers; what it was asked, and what it was given. */
async function reading(said: string, inputs: readonly object[]) {
  const before = stub.requests.length;
  stub.play([...inputs.map(readStep), { text: 'Done.' }]);
  talk ??= await talkTo(server.client, roleId);
  const { turn } = await talk.say(said);
  const asked = stub.requests.slice(before).map(({ body }) => requestSchema.parse(body));
  const given = asked.at(-1)?.messages.filter(({ role }) => role === 'tool') ?? [];
  const results = given.slice(-inputs.length).map(({ content }) => JSON.parse(content ?? ''));
  return { asked, results, turn };
}
let talk: Talk | undefined;

function readStep(input: object): OpenAiStep {
  return { calls: [{ name: 'read_skill_file', arguments: input }] };
}

const contentOf = (asked: Asked | undefined, role: string) =>
  asked?.messages.findLast((message) => message.role === role)?.content;

test('DOC-05, RUN-10 the model is told of knowledge, and reads it page by page to its end', async () => {
  const file = { skill: 'travel-rules', file: 'references/hotels.md' };
  const { asked, results, turn } = await reading('What may a hotel cost?', [
    { skill: 'travel-rules' },
    file,
    { ...file, offset: 40_001 },
    { ...file, offset: 80_001 },
  ]);
  expect(turn.reply).toBe('Done.');
  const prompt = contentOf(asked[0], 'system');
  expect(prompt).toMatch(
    /^You are a clerk\.\n\nKnowledge skills: .+\n- brand-guide: Logo and colours\.\n- travel-rules: What a business trip may cost\.$/,
  );
  const tools = asked[0]?.tools.map((tool) => tool.function.name) ?? [];
  expect(tools).toContain('read_skill_file');
  expect(tools).not.toContain('travel-rules');
  expect(contentOf(asked[0], 'user')).toMatch(
    /^What may a hotel cost\?\n\n<system-notice>\n[^]*\n- travel-rules: [^]*<\/system-notice>$/,
  );
  // What changes stood at the tail of one request only: what stands before it is the same in every one.
  expect(contentOf(asked[1], 'user')).toBe('What may a hotel cost?');
  expect(results[0]).toMatchObject({ data: { file: 'SKILL.md', next_offset: null } });
  const pages = results.slice(1).map((result) => pageSchema.parse(result).data);
  expect(pages.map(({ text }) => text.length)).toEqual([40_000, 40_000, LONG.length - 80_000]);
  expect(pages.map(({ text }) => text).join('')).toBe(LONG);
  expect(results[1]).toMatchObject({ note: expect.stringContaining('offset=40001') });
  expect(pages.at(-1)?.next_offset).toBeNull();
}, 60_000);

test('DOC-05 a script is read 120000 characters at a time, whole, though it is longer in JSON', async () => {
  const { asked, results } = await reading('And the plan?', [
    { skill: 'travel-rules', file: 'tools/plan.py' },
  ]);
  const { text, next_offset } = pageSchema.parse(results[0]).data;
  expect(text).toBe(SCRIPT.slice(0, 120_000));
  expect(next_offset).toBe(120_001);
  expect(JSON.stringify(results[0]).length).toBeGreaterThan(125_000);
  expect(contentOf(asked[0], 'user')).toBe('And the plan?');
}, 60_000);

test('DOC-05 the files of a document skill are read as well', async () => {
  const { results } = await reading('How are sounds mixed?', [
    { skill: 'mixer' },
    { skill: 'mixer', file: '{baseDir}/scripts/mix.sh' },
  ]);
  expect(results).toMatchObject([
    { data: { text: expect.stringContaining('sh scripts/mix.sh') } },
    { data: { file: 'scripts/mix.sh', text: 'echo mixed\n' } },
  ]);
}, 60_000);

test('DOC-05 what the role was not handed, is hidden or lies elsewhere is refused with what to do', async () => {
  const { results } = await reading('Who earns what?', [
    { skill: 'payroll' },
    { skill: 'drafts' },
    { skill: 'travel-rules', file: '.env' },
    { skill: 'travel-rules', file: '../payroll/SKILL.md' },
  ]);
  expect(results).toMatchObject([
    { success: false, need_param: 'skill', error: expect.stringContaining('no skill "payroll"') },
    { success: false, need_param: 'skill', error: expect.stringContaining('no skill "drafts"') },
    { success: false, need_param: 'file', error: expect.stringContaining('is hidden') },
    { success: false, need_param: 'file', error: expect.stringContaining('not inside this skill') },
  ]);
  expect(JSON.stringify(results)).not.toMatch(/Everybody the same|Not yet|of-the-operator/);
}, 60_000);

test('RUN-10 the list of skills offers knowledge as what it is', async () => {
  const { items } = await server.client.call('skills.list');
  expect(items.find(({ name }) => name === 'payroll')).toMatchObject({
    kind: 'knowledge',
    why_not: null,
  });
});
