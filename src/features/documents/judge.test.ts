// How a document run is judged: by what happened, never by what was said of it.

import { expect, test } from 'vitest';
import { runDocument, shell, skillMd } from './testing/document-fixture.ts';

const FILES = { 'SKILL.md': skillMd('```sh\nls\n```\n') };

test('DOC-04 none of its commands having succeeded, it failed, whatever it says', async () => {
  const { value } = await runDocument({
    files: FILES,
    script: [shell('exit 3'), shell('exit 4'), 'Everything went well.'],
  });
  expect(value).toMatchObject({
    success: false,
    error: 'Not done: none of 2 calls succeeded, the last one: exit code 4.',
    result: 'Everything went well.',
  });
});

test('DOC-04 the last command having failed, it is partial; a word like “timeout” is none', async () => {
  const { value } = await runDocument({
    files: FILES,
    script: [shell('echo one'), shell('exit 1'), 'Half of it.'],
  });
  expect(value).toMatchObject({
    completed: false,
    warning: expect.stringContaining('exit code 1'),
  });
  const well = await runDocument({
    files: FILES,
    script: [shell('exit 1'), shell('echo two'), 'The timeout error failed is explained.'],
  });
  expect(well.value).toEqual({
    success: true,
    result: 'The timeout error failed is explained.',
    steps: 2,
  });
});

test('DOC-04 an empty report is a failure', async () => {
  const { value } = await runDocument({ files: FILES, script: [shell('echo one'), '', ''] });
  expect(value).toMatchObject({ success: false, steps: 1 });
  expect(value).not.toHaveProperty('result');
});

test('DOC-04 rounds are counted, and what was done by then is partial', async () => {
  const rounds = await runDocument({
    files: FILES,
    script: ({ tools }, index) => (tools.length === 0 ? 'So far.' : shell(`echo ${index}`)),
  });
  expect(rounds.model.requests).toHaveLength(13);
  expect(rounds.value).toMatchObject({
    completed: false,
    warning: expect.stringContaining('rounds'),
    result: 'So far.',
    steps: 12,
  });
});

test.each([
  ['print("sample")', 20],
  ['import argparse', 12],
  ['import sys; sys.argv', 12],
  ['import click', 12],
])('DOC-04 with a script of %j there are %i rounds', async (script, most) => {
  const { model } = await runDocument({
    files: { ...FILES, 'scripts/main.py': script },
    script: ({ tools }, index) => (tools.length === 0 ? 'So far.' : shell(`echo ${index}`)),
  });
  expect(model.requests).toHaveLength(most + 1);
});

test.each(['echo "$1"', 'echo $@'])(
  'DOC-04 a shell script with %j takes arguments, and one that does not is a sample',
  async (text) => {
    const script = ['Done.'];
    const taking = await runDocument({ files: { ...FILES, 'scripts/a.sh': text }, script });
    const sample = await runDocument({ files: { ...FILES, 'scripts/a.sh': 'echo' }, script });
    const seconds = ({ model }: typeof taking) =>
      /and (\d+) seconds/.exec(JSON.stringify(model.requests))?.[1];
    expect([seconds(taking), seconds(sample)]).toEqual(['420', '900']);
  },
);

test('DOC-04 the third call with the same arguments is the end: it is not run', async () => {
  const { value, started } = await runDocument({
    files: FILES,
    script: ({ tools }) => (tools.length === 0 ? 'Stuck.' : shell('echo again')),
  });
  expect(started).toHaveLength(2);
  expect(value).toMatchObject({
    completed: false,
    warning: expect.stringContaining('stuck'),
    result: 'Stuck.',
  });
});

test('DOC-04 TOOL_WALL_SEC bounds its time: what runs is stopped, and it has a last word', async () => {
  const { value } = await runDocument({
    files: FILES,
    limits: { toolWallMs: 1000 },
    script: ({ tools }) => (tools.length === 0 ? 'No time.' : shell('sleep 100')),
  });
  expect(value).toMatchObject({ success: false, result: 'No time.', steps: 1 });
});

test('DOC-04 a model that fails is why it is not done', async () => {
  const { value } = await runDocument({
    files: FILES,
    script: () => {
      throw new TypeError('the wire is cut');
    },
  });
  expect(value).toMatchObject({
    success: false,
    error: expect.stringContaining('the wire is cut'),
  });
});
