// `qiao serve`: the server, until it is told to stop.

import { once } from 'node:events';
import { modelHost } from '#app/model-place.ts';
import { serve as startServer } from '#app/serve.ts';
import { othersAddress } from '#app/sign-in-address.ts';
import { skillRoots } from '#app/skill-roots.ts';
import { cliTexts } from '#contract/texts/cli-texts.ts';
import { instanceTexts } from '#contract/texts/instance-texts.ts';
import { serveTexts } from '#contract/texts/serve-texts.ts';
import type { CommandContext, ServeOptions } from './command-context.ts';
import { stopOnInterrupt, type Interrupt } from './interrupt.ts';

/** Milliseconds that a turn may go on after Ctrl-C. */
const GRACE_MS = 10_000;

export async function serve(
  { settings, terminal }: CommandContext,
  options: ServeOptions,
): Promise<number> {
  const roots = await skillRoots(options.skills);
  const done = terminal.watch(serveTexts.starting()[terminal.language]);
  // A start that hangs is ended as any process is; from the first answer on it is stopped in order.
  let interrupt: Interrupt | undefined;
  const server = await startServer({
    settings,
    skillRoots: roots,
    graceMs: GRACE_MS,
    beforeListening: () => {
      interrupt = stopOnInterrupt(() => terminal.remark(serveTexts.stopping()));
    },
  }).finally(done);
  for (const warning of server.warnings) terminal.complain(warning);
  const host = modelHost(settings);
  terminal.remark(
    host === undefined ? serveTexts.offline() : cliTexts.startModel(settings.model, host),
  );
  terminal.print(serveTexts.running(server.url)[terminal.language]);
  const elsewhere = othersAddress(settings, Number(new URL(server.url).port));
  if (elsewhere !== undefined)
    terminal.print(instanceTexts.elsewhere(elsewhere)[terminal.language]);
  terminal.print(
    (server.signInUrl === undefined
      ? serveTexts.signInLater()
      : serveTexts.signIn(server.signInUrl)
    )[terminal.language],
  );
  if (interrupt?.signal.aborted === false) await once(interrupt.signal, 'abort');
  await server.stop();
  interrupt?.end();
  return 0;
}
