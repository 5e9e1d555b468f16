// `qiao forget-secrets`: the way on where the key of the secrets is lost for good.

import { openToForget } from '#app/open-to-forget.ts';
import { serveTexts } from '#contract/texts/serve-texts.ts';
import type { CommandContext } from './command-context.ts';

/** The exit code: 1 without `--yes`, for nothing was done. */
export async function forgetSecrets(
  { settings, terminal }: CommandContext,
  { yes = false }: { readonly yes?: boolean },
): Promise<number> {
  const { language } = terminal;
  const instance = await openToForget(settings);
  try {
    terminal.print(serveTexts.toForget(instance.values, instance.ownSecrets)[language]);
    for (const { org, providers } of instance.providerKeys) {
      terminal.print(serveTexts.toForgetProviders(org, providers)[language]);
    }
    if (!yes) {
      terminal.complain(serveTexts.notForgotten());
      return 1;
    }
    const { keyId, movedTo } = await instance.forget();
    if (movedTo !== undefined) terminal.remark(serveTexts.keyFileMoved(movedTo));
    terminal.print(serveTexts.forgotten(keyId)[language]);
    return 0;
  } finally {
    await instance.close();
  }
}
