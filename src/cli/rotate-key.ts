// `qiao rotate-key`: a new key for everything that is stored encrypted.

import { openInstance } from '#app/open-instance.ts';
import { serveTexts } from '#contract/texts/serve-texts.ts';
import type { CommandContext } from './command-context.ts';

export async function rotateKey({ settings, terminal }: CommandContext): Promise<number> {
  const instance = await openInstance({
    settings,
    poolSize: 2,
    logStream: { write: () => undefined },
    isToRotate: true,
  });
  try {
    const { resealed, keyId, keyFrom } = await instance.secrets.rotate();
    terminal.print(serveTexts.secretsRotated(resealed, keyId)[terminal.language]);
    if (keyFrom === 'variable') terminal.complain(serveTexts.keyIsVariables());
    return 0;
  } finally {
    await instance.close();
  }
}
