// What of its documents a sub-agent is given beforehand, and how a long one is cut.

import { expect, test } from 'vitest';
import { lastResult, runDocument, skillMd, told } from './testing/document-fixture.ts';

const BODY = '```sh\nls\n```\n';
const FILES = { 'SKILL.md': skillMd(BODY) };

test('DOC-10 with an index of recipes it is what is given, and nothing is guessed', async () => {
  const ran = await runDocument({
    files: {
      ...FILES,
      'references/recipes/_index.md': '| pie chart | recipes/pie.md |',
      'references/chart.md': '# Chart',
    },
    input: { instruction: 'Draw a chart.' },
    script: ['Done.'],
  });
  expect(told(ran).message).toContain('【配方目录】');
  expect(told(ran).message).toContain('| pie chart | recipes/pie.md |');
  expect(told(ran).message).not.toContain('# Chart');
});

test('DOC-10 otherwise those are read in whose name or heading has a word of the task', async () => {
  const ran = await runDocument({
    files: {
      ...FILES,
      'references/invoices.md': 'How bills are made.',
      'references/a.md': '# 退款流程\nby heading',
      'references/b.md': 'says refund and 退款 in its text only',
      'LICENSE.md': '# Invoices',
    },
    input: { instruction: 'Make the invoice, 再处理退款' },
    script: ['Done.'],
  });
  const { message } = told(ran);
  expect(message).toContain('How bills are made.');
  expect(message).toContain('by heading');
  expect(message).not.toContain('in its text only');
  expect(message).toContain('- references/b.md');
  expect(message).not.toContain('【已读入 LICENSE.md】');
});

test('DOC-11 a long document is cut at 8000 characters, and where it says one reads on it goes on', async () => {
  const body = `${BODY}${'一二三四五六七八九十'.repeat(900)}THE END`;
  let offset = 0;
  const ran = await runDocument({
    files: { 'SKILL.md': skillMd(body) },
    script(request, index) {
      const said = request.messages[1];
      if (index > 0 || said?.role !== 'user') return 'Done.';
      const call = /read_skill_file (\{.*\})/.exec(said.text)?.[1] ?? '{}';
      const input = JSON.parse(call) as { readonly file: string; readonly offset: number };
      ({ offset } = input);
      return { tool: 'read_skill_file', input };
    },
  });
  const { message } = told(ran);
  expect(message).toContain(body.slice(0, 8000));
  expect(message).not.toContain(body.slice(0, 8001));
  expect(offset).toBeGreaterThan(8000);
  expect(lastResult(ran)).toMatchObject({ data: { text: body.slice(8000), next_offset: null } });
});

test('DOC-11 a document of 8000 characters is whole', async () => {
  const body = BODY.padEnd(8000, 'x');
  const ran = await runDocument({ files: { 'SKILL.md': skillMd(body) }, script: ['Done.'] });
  expect(told(ran).message).toContain(body);
  expect(told(ran).message).not.toContain('read_skill_file {');
});

test('DOC-11 the document that a handler gave is read on by its own name', async () => {
  const document = `${'x'.repeat(8000)}THE END`;
  const ran = await runDocument({
    files: FILES,
    program: { kind: 'document', document },
    script: [{ tool: 'read_skill_file', input: { file: 'skill_doc', offset: 8001 } }, 'Done.'],
  });
  expect(told(ran).message).toContain('read_skill_file {"file":"skill_doc","offset":8001}');
  expect(lastResult(ran)).toMatchObject({ data: { text: 'THE END', next_offset: null } });
});
