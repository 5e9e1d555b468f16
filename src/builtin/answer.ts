// The envelopes of built-in skills: failures that the caller can correct, and notes on what was understood.

import { AppError } from '#base/app-error.ts';
import type { JsonObject } from '#base/json.ts';
import type { Language, Text } from '#base/text.ts';
import { failureEnvelope } from '#features/results/index.ts';
import type { TrustedExecute, TrustedHost } from '#features/runtimes/index.ts';
import { ParameterProblem, readParameters, type Parameters } from './read-parameter.ts';

export interface Asked {
  readonly parameters: Parameters;
  readonly host: TrustedHost;
  readonly language: Language;
}

/** A skill from its work: problems with parameters become recoverable failures that name them (ENV-15). */
export function answering(work: (asked: Asked) => Promise<JsonObject>): TrustedExecute {
  return async (input, host) => {
    const language = host.language ?? 'en';
    const parameters = readParameters(input);
    try {
      const envelope = await work({ parameters, host, language });
      return withNotes(envelope, parameters.notes());
    } catch (error) {
      if (!(error instanceof ParameterProblem)) throw error;
      return withNotes(correctable(error.parameter, error.text, language), parameters.notes());
    }
  };
}

/** Another value of the parameter helps, the same one does not. */
export function correctable(parameter: string, text: Text, language: Language): JsonObject {
  return {
    ...failureEnvelope({ error: text[language], errorType: 'recoverable', needParam: parameter }),
    user_message: text[language],
  };
}

/** Failures that lie in what was asked for; others are for the platform to judge (ENV-12). */
export function isCallersFault(error: unknown): error is AppError {
  return (
    error instanceof AppError &&
    ['input-invalid', 'not-allowed', 'not-found', 'path-refused', 'request-invalid'].includes(
      error.code,
    )
  );
}

function withNotes(envelope: JsonObject, notes: readonly string[]): JsonObject {
  const own = envelope['action_note'];
  const all = [...notes, ...(typeof own === 'string' ? [own] : [])];
  return all.length === 0 ? envelope : { ...envelope, action_note: all.join('; ') };
}
