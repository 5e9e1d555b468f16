// Builds the envelope of a failure that the platform itself reports, with the fields of ENV-04.

import type { JsonObject } from '#base/json.ts';

export interface Failure {
  /** For the model: what is wrong and what to do (ENV-10). */
  readonly error: string;
  readonly errorType?: 'recoverable' | 'config' | 'transient';
  readonly needParam?: string | readonly string[];
  readonly nonRetriable?: boolean;
  readonly redirect?: string;
  /** Further facts, under their own names. */
  readonly facts?: JsonObject;
}

export function failureEnvelope(failure: Failure): JsonObject {
  return {
    ...failure.facts,
    success: false,
    error: failure.error,
    ...(failure.errorType !== undefined && { error_type: failure.errorType }),
    ...(failure.needParam !== undefined && { need_param: failure.needParam }),
    ...(failure.nonRetriable === true && { non_retriable: true }),
    ...(failure.redirect !== undefined && { redirect: failure.redirect }),
  };
}
