// The document that a handler gave back to be followed (RUN-09).

import { isJsonObject } from '#base/json.ts';
import type { RuntimeOutcome } from '#features/runtimes/index.ts';

/** Undefined where there is none, or the handler says what it needs first (`needs_config`), or that it failed. */
export function documentIn(outcome: RuntimeOutcome): string | undefined {
  const value = valueOf(outcome);
  if (!isJsonObject(value)) return undefined;
  const { skill_doc: document, needs_config: needed = false, ok, success } = value;
  const isReady = needed === false || needed === null || needed === '';
  if (!isReady || ok === false || success === false) return undefined;
  return typeof document === 'string' && document.trim() !== '' ? document : undefined;
}

/** What is large is parsed only where it may hold one. */
function valueOf(outcome: RuntimeOutcome): unknown {
  if (outcome.status === 'returned') return outcome.value;
  if (outcome.status !== 'unparsed') return undefined;
  const json = Buffer.from(outcome.json);
  if (!json.includes('"skill_doc"')) return undefined;
  try {
    return JSON.parse(json.toString('utf8'));
  } catch {
    return undefined;
  }
}
