// A handler that gives back a document to follow, and the lines that have no sub-agents (RUN-09, RUN-04, DOC-03).

import { mkdtemp, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { JsonObject } from '#base/json.ts';
import type { RuntimeOutcome } from '#features/runtimes/index.ts';
import { returned, scriptedExecution, type Program } from './testing/scripted-execution.ts';

const root = await realpath(await mkdtemp(join(tmpdir(), 'execution-')));
const RUNS = { runs: ['handler', 'document'] };

/** Tells what it was started with. */
const document: Program = ({ entry: { program } }) =>
  returned({
    success: true,
    followed: program.kind === 'document' ? (program.document ?? 'its own') : program.kind,
  });

function giving(value: JsonObject) {
  return scriptedExecution(root, { guide: () => returned(value), document }, RUNS);
}

test('RUN-09 the document that a handler gives is followed by the sub-agent', async () => {
  const { execute } = giving({ success: true, skill_doc: '# Do it' });
  const run = await execute('guide');
  expect(run.envelope).toMatchObject({ followed: '# Do it' });
  expect(run.decisions.map(({ rule }) => rule)).toContain('RUN-09');
});

test.each([
  { skill_doc: '# Do it', needs_config: true },
  { skill_doc: '# Do it', needs_config: ['KEY'] },
  { skill_doc: '# Do it', success: false, error: 'no' },
  { skill_doc: '# Do it', ok: false, error: 'no' },
  { skill_doc: ' ' },
  { skill_doc: { not: 'a text' } },
])('RUN-09 %j starts none: it is the handler’s own answer', async (value) => {
  const run = await giving(value).execute('guide');
  expect(run.raw).toEqual(value);
  expect(run.decisions.map(({ rule }) => rule)).not.toContain('RUN-09');
});

test('RUN-09 a large one is followed as well', async () => {
  const skillDoc = 'x'.repeat(200_000);
  const json = new Uint8Array(Buffer.from(JSON.stringify({ skill_doc: skillDoc })));
  const guide = (): RuntimeOutcome => ({ status: 'unparsed', json });
  const { execute } = scriptedExecution(
    root,
    { guide, document: () => returned({ by: 'document' }) },
    RUNS,
  );
  expect((await execute('guide')).envelope).toMatchObject({ by: 'document' });
});

test.each(['chain', 'schedule'] as const)(
  'RUN-09 on the %s line it is refused, also where a handler without an entry falls back',
  async (line) => {
    const refusal = { success: false, error: expect.stringContaining('chains and schedules') };
    const given = await giving({ skill_doc: '# Do it' }).execute('guide', { line });
    expect(given.envelope).toMatchObject(refusal);
    const { execute } = scriptedExecution(
      root,
      { bare: () => ({ status: 'no-entry' }), document },
      { ...RUNS, packages: { bare: { hasExecutableReferences: true } } },
    );
    expect((await execute('bare', { line })).envelope).toMatchObject(refusal);
  },
);

test.each(['chain', 'schedule'] as const)(
  'DOC-03 the %s line has no document skills',
  async (line) => {
    const packages = { report: { kind: 'document', handler: undefined } } as const;
    const { execute, runsOf } = scriptedExecution(
      root,
      { report: document, document },
      { ...RUNS, packages },
    );
    const run = await execute('report', { line });
    expect(run.envelope).toMatchObject({ success: false, non_retriable: true });
    expect(run.envelope['error']).toContain('Use it in a conversation');
    expect(runsOf('report')).toBe(0);
  },
);

test('DOC-04 the skill’s own wall is not the sub-agent’s; the caller’s signal is', async () => {
  const packages = { report: { kind: 'document', handler: undefined, wallSec: 0.05 } } as const;
  const stop = new AbortController();
  const wait: Program = ({ host }) =>
    new Promise((resolve) => {
      host.signal.addEventListener('abort', () => resolve({ status: 'stopped' }));
      setTimeout(() => stop.abort(), 300);
    });
  const { execute } = scriptedExecution(
    root,
    { report: wait, document: wait },
    { ...RUNS, packages },
  );
  const run = await execute('report', { signal: stop.signal });
  expect(run.envelope['error']).not.toContain('技能执行超过');
  expect(run.verdict.status).toBe('failed');
});
