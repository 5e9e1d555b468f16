// `qiao worker`: background jobs only, until it is told to stop.

import { once } from 'node:events';
import { skillRoots } from '#app/skill-roots.ts';
import { startWorker } from '#app/work.ts';
import { serveTexts } from '#contract/texts/serve-texts.ts';
import type { CommandContext, ServeOptions } from './command-context.ts';
import { stopOnInterrupt } from './interrupt.ts';

/** Milliseconds that a job may go on after Ctrl-C. */
const GRACE_MS = 10_000;

export async function worker(
  { settings, terminal }: CommandContext,
  options: ServeOptions,
): Promise<number> {
  const roots = await skillRoots(options.skills);
  const done = terminal.watch(serveTexts.starting()[terminal.language]);
  const running = await startWorker({ settings, skillRoots: roots, graceMs: GRACE_MS }).finally(
    done,
  );
  const interrupt = stopOnInterrupt(() => terminal.remark(serveTexts.workerStopping()));
  for (const warning of running.warnings) terminal.complain(warning);
  terminal.print(serveTexts.working(running.places)[terminal.language]);
  if (!interrupt.signal.aborted) await once(interrupt.signal, 'abort');
  await running.stop();
  interrupt.end();
  return 0;
}
