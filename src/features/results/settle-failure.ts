// Settles the failures that the platform reports itself, through the same path as what skills return.

import { failureEnvelope, type Failure } from './failure-envelope.ts';
import { settleReturned, type SettleContext } from './settle-returned.ts';
import type { SettledResult } from './verdict.ts';

/** For every failure that no other `settle…` names: a refusal by the guard, an invalid argument, a cycle. */
export function settleFailure(failure: Failure, context: SettleContext): SettledResult {
  return settleReturned({ ...context, value: failureEnvelope(failure) });
}
