// What a run's log says of the hosts that its process was not let through to.

import type { Language } from '#base/text.ts';
import { workerTexts } from '#contract/texts/worker-texts.ts';

export function withEgress(log: string, denied: readonly string[], language: Language): string {
  if (denied.length === 0) return log;
  const line = workerTexts.egressDenied(denied.join(', '))[language];
  return log === '' || log.endsWith('\n') ? `${log}${line}\n` : `${log}\n${line}\n`;
}
