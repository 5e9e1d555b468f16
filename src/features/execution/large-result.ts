// Moves a large result out of the model's way: the whole of it to a file, a receipt in its place (OFF-01).

import { randomBytes } from 'node:crypto';
import { lstat, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { makeReceipt, type SettledResult } from '#features/results/index.ts';
import { makeFolder, OWN_MODE } from '#system/make-folder.ts';
import { isChild } from './call-frame.ts';
import type { EndedProgram } from './program-run.ts';
import type { SpilledAnswer, SpilledTask } from './spilled-result-thread.ts';

/** OFF-01: failures are never offloaded; a write that can't be read back leaves the result as it is. */
export async function offloadLarge(
  { frame, request }: EndedProgram,
  settled: SettledResult,
): Promise<SettledResult> {
  const { language } = frame;
  const { offload } = frame.parts;
  if (settled.verdict.status === 'failed') return settled;
  const text = JSON.stringify(settled.envelope);
  if (text.length <= offload.resultChars) return settled;
  const skill = request.found.package.name;
  const path = await offloadPath(request.workspace, skill);
  if (!(await writeAndCompare(path, text))) return settled;
  return {
    ...settled,
    envelope: makeReceipt({
      envelope: settled.envelope,
      skill,
      path,
      limitChars: offload.resultChars,
      displayKeepChars: offload.displayKeepChars,
      language,
    }),
  };
}

/**
 * A result that a runtime left in a file is looked at in a thread, so that nobody else waits for it. The
 * dialog line gets a receipt; everybody else the whole. Undefined where the file holds nothing usable; it then stays.
 */
export async function settleSpilled(
  { frame, request }: EndedProgram,
  spilled: { readonly file: string },
): Promise<SettledResult | undefined> {
  const { language } = frame;
  const { offload } = frame.parts;
  const skill = request.found.package.name;
  const wantsReceipt = frame.call.line === 'dialog' && !isChild(frame);
  const answer = await inThread({
    file: spilled.file,
    skill,
    language,
    secrets: request.configuration.secrets,
    receipt: wantsReceipt
      ? {
          path: await offloadPath(request.workspace, skill),
          limitChars: offload.resultChars,
          displayKeepChars: offload.displayKeepChars,
        }
      : undefined,
  });
  if (answer.status === 'unusable') return undefined;
  await rm(spilled.file, { force: true });
  return answer.settled;
}

/** `<workspace>/.toolout/toolout_<skill>_<8 hex>.json`; the directory exists. */
async function offloadPath(workspace: string, skill: string): Promise<string> {
  const folder = join(workspace, '.toolout');
  // A skill may have put a link in its place, to have the platform write somewhere else.
  const found = await lstat(folder).catch(() => undefined);
  if (found?.isDirectory() === false) await rm(folder, { force: true });
  await makeFolder(folder, OWN_MODE);
  const name = skill.replaceAll(/[/\\\0]/g, '_');
  return join(folder, `toolout_${name}_${randomBytes(4).toString('hex')}.json`);
}

async function writeAndCompare(path: string, text: string): Promise<boolean> {
  const part = `${path}.part`;
  await writeFile(part, text);
  const isWhole = (await readFile(part, 'utf8')) === text;
  await (isWhole ? rename(part, path) : rm(part, { force: true }));
  return isWhole;
}

function inThread(task: SpilledTask): Promise<SpilledAnswer> {
  return new Promise((resolve) => {
    const thread = new Worker(new URL('spilled-result-thread.ts', import.meta.url), {
      workerData: task,
    });
    thread.once('message', (answer: SpilledAnswer) => resolve(answer));
    // What ends the thread (its memory, say) is the result's doing.
    thread.once('error', () => resolve({ status: 'unusable' }));
  });
}
