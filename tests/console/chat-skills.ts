// Skills that come out in each of the ways that the chat page tells apart.

import { makeSkill } from '../make-skill.ts';

const FLAKY = `import { existsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
export async function execute({ city }, ctx) {
  // Beside the workspace: there it would be a file that the skill made.
  const tried = join(tmpdir(), 'tried-' + basename(ctx.workspace_dir));
  const isFirst = !existsSync(tried);
  writeFileSync(tried, '');
  if (isFirst)
    throw Object.assign(new Error('The line broke.'), { code: 'ECONNRESET' });
  return { success: true, city, degrees: 21 };
}`;

const REPORT = `import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
export async function execute(input, ctx) {
  writeFileSync(join(ctx.workspace_dir, 'report.csv'), 'a,b');
  return { success: true };
}`;

const PARTIAL = `export async function execute() {
  return { success: true, warning: 'Two of five rows are missing.' };
}`;

const FAILING = `export async function execute() {
  return { success: false, error: 'No such city.' };
}`;

const ENDLESS = `export async function execute(input, ctx) {
  ctx.report_progress(0.4, 'two of five');
  await new Promise(() => setInterval(() => undefined, 1000));
}`;

/** `flaky` works the second time in a conversation; `endless` never ends by itself. */
export async function makeChatSkills(): Promise<readonly string[]> {
  const handlers = {
    flaky: FLAKY,
    'write-report': REPORT,
    'half-done': PARTIAL,
    'never-works': FAILING,
    endless: ENDLESS,
  };
  return Promise.all(
    Object.entries(handlers).map(([name, handler]) => makeSkill(name, { 'handler.ts': handler })),
  );
}
