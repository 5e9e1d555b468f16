// What a worker may say, checked as it comes in: a skill can write to its channel what it likes.

import * as z from 'zod';
import { assertNever } from '#base/assert-never.ts';
import { DEEPEST_JSON, type JsonObject } from '#base/json.ts';
import type { Language } from '#base/text.ts';
import { workerTexts } from '#contract/texts/worker-texts.ts';
import type { SkillException } from '#features/results/index.ts';
import type { RuntimeOutcome } from './runtime.ts';

const call = z.int().nonnegative();
const NOT_JSON = ['type', 'number', 'key', 'cycle', 'depth', 'size'] as const;

const cause = z.object({
  name: z.string(),
  message: z.string(),
  classes: z.array(z.string()),
  code: z.string().optional(),
});

const exception = cause.extend({ causes: z.array(cause).default([]) });

const workerMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({
    type: z.literal('request'),
    call,
    id: z.int().nonnegative(),
    method: z.string(),
    params: z.record(z.string(), z.json()),
  }),
  z.object({
    type: z.literal('progress'),
    call,
    fraction: z.number().min(0).max(1).nullable(),
    text: z.string(),
  }),
  z.object({
    type: z.literal('raised'),
    call,
    exception,
    /** It broke out of the call's own reach, so what the worker holds can't be trusted any more. */
    fatal: z.boolean().optional(),
  }),
  z.object({ type: z.literal('no-entry'), call }),
  z.object({
    type: z.literal('unstartable'),
    call,
    /** The file and line that don't load, below the skill's folder. */
    place: z.string(),
    name: z.string(),
    message: z.string(),
  }),
  z.object({
    type: z.literal('unserialisable'),
    call,
    reason: z.enum(NOT_JSON),
    /** A JSON path such as `$.data.items[3]`. */
    path: z.string(),
    found: z.string(),
  }),
]);

export type WorkerMessage = z.infer<typeof workerMessage>;
export type WorkerRequest = Extract<WorkerMessage, { type: 'request' }>;

/** Messages that end a call. */
export type EndMessage = Extract<
  WorkerMessage,
  { type: 'raised' | 'no-entry' | 'unstartable' | 'unserialisable' }
>;

/** Undefined where it is no message of the protocol. */
export function readWorkerMessage(message: JsonObject): WorkerMessage | undefined {
  const parsed = workerMessage.safeParse(message);
  return parsed.success ? parsed.data : undefined;
}

export function outcomeOf(message: EndMessage, language: Language): RuntimeOutcome {
  switch (message.type) {
    case 'no-entry':
      return { status: 'no-entry' };
    case 'raised':
      return { status: 'raised', exception: skillException(message.exception) };
    case 'unstartable': {
      const { place, name, message: said } = message;
      return {
        status: 'unstartable',
        problem: workerTexts.cannotLoad(place, name, said)[language],
      };
    }
    case 'unserialisable': {
      const problem = workerTexts.notJson[message.reason](message.path, message.found);
      return { status: 'unserialisable', problem: problem[language] };
    }
    default:
      return assertNever(message);
  }
}

/** Of a value that is nested more than 400 levels deep, whoever found that out. */
export function tooDeep(language: Language): RuntimeOutcome {
  const problem = workerTexts.notJson.depth('$', `${DEEPEST_JSON}+`);
  return { status: 'unserialisable', problem: problem[language] };
}

function skillException({ causes, ...first }: z.infer<typeof exception>): SkillException {
  return { ...withoutBlankCode(first), causes: causes.map(withoutBlankCode) };
}

function withoutBlankCode({ code, ...rest }: z.infer<typeof cause>) {
  return { ...rest, ...(code !== undefined && { code }) };
}
