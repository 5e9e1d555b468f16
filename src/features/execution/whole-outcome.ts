// Whether a result is looked at here, or in a thread: a large one that names files is needed whole before it becomes a receipt.

import type { JsonValue } from '#base/json.ts';
import type { RuntimeOutcome } from '#features/runtimes/index.ts';
import { isLargeToOffload, type LargeOutcome } from './large-result.ts';
import type { EndedProgram } from './program-run.ts';

export type InlineOutcome = Exclude<RuntimeOutcome, { status: 'spilled' | 'unparsed' }>;

export type WholeOutcome =
  | { readonly place: 'here'; readonly outcome: InlineOutcome }
  | { readonly place: 'thread'; readonly outcome: LargeOutcome };

export function wholeOutcome(ended: EndedProgram): WholeOutcome {
  const { outcome, request } = ended;
  switch (outcome.status) {
    case 'spilled':
      return { place: 'thread', outcome };
    case 'unparsed': {
      const value =
        request.files?.concerns(outcome.json) === true ? parsed(outcome.json) : undefined;
      if (value === undefined) return { place: 'thread', outcome };
      return { place: 'here', outcome: { status: 'returned', value } };
    }
    case 'returned': {
      const isForThread =
        isLargeToOffload(ended, outcome) && request.files?.concerns(outcome.value) !== true;
      return isForThread ? { place: 'thread', outcome } : { place: 'here', outcome };
    }
    default:
      return { place: 'here', outcome };
  }
}

/** Undefined where it is no JSON: the thread tells that. */
function parsed(json: Uint8Array): JsonValue | undefined {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- JSON gives nothing else
    return JSON.parse(Buffer.from(json).toString('utf8')) as JsonValue;
  } catch {
    return undefined;
  }
}
