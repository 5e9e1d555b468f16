// What an API's refusal means for whoever called: what can be corrected, what an operator has to mend, what passes.

import { cutText } from '#base/cut-text.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '#base/json.ts';
import type { Language, Text } from '#base/text.ts';
import { apiTexts } from '#contract/texts/api-skill-texts.ts';
import type { Failure } from '#features/results/index.ts';
import type { ApiOperation } from '../api-operation.ts';

export interface RefusedAnswer {
  readonly operation: ApiOperation;
  readonly status: number;
  readonly mediaType: string;
  /** How the body begins. */
  readonly body: string;
  readonly retryAfterMs: number | undefined;
  readonly language: Language;
}

const REASON_CHARS = 500;
const BODY_CHARS = 2000;

export function answerFailure(answer: RefusedAnswer): Failure {
  const { status, body, retryAfterMs, language } = answer;
  const parsed = parse(body);
  const reason = cutText(reasonIn(parsed) ?? plainReason(answer), REASON_CHARS);
  const { text, ...kind } = kindOf(answer, reason);
  return {
    error: text[language],
    ...kind,
    facts: {
      status,
      ...(retryAfterMs !== undefined && { retry_after_sec: Math.ceil(retryAfterMs / 1000) }),
      ...upstreamOf(parsed, body),
    },
  };
}

type Kind = Omit<Failure, 'error' | 'facts'> & { readonly text: Text };

/** By status; ENV-15: what only an operator can mend, and what fails again with the same arguments, says so. */
function kindOf({ status, operation }: RefusedAnswer, reason: string): Kind {
  const { name } = operation;
  switch (status) {
    case 400:
    case 422:
      return { text: apiTexts.argumentsRefused(name, status, reason), errorType: 'recoverable' };
    case 401:
    case 402:
    case 403: {
      const text = apiTexts.keyRefused(name, status, reason);
      return { text, errorType: 'config', nonRetriable: true };
    }
    case 404:
      return notThere(operation, reason);
    case 405:
    case 410:
    case 501:
      return { text: apiTexts.endpointGone(name, status, reason), nonRetriable: true };
    case 429:
      return { text: apiTexts.tooMany(name, reason), errorType: 'transient' };
    default:
      return status >= 500
        ? { text: apiTexts.serverFault(name, status, reason), errorType: 'transient' }
        : { text: apiTexts.otherStatus(name, status, reason) };
  }
}

/** Another value in the path may lead somewhere; without one the endpoint itself is not there. */
function notThere({ name, parameters }: ApiOperation, reason: string): Kind {
  const inPath = parameters.filter(({ place }) => place === 'path').map((each) => each.argument);
  const [first, ...more] = inPath;
  if (first === undefined)
    return { text: apiTexts.endpointGone(name, 404, reason), nonRetriable: true };
  const text = apiTexts.nothingThere(name, inPath, reason);
  return { text, errorType: 'recoverable', needParam: more.length === 0 ? first : inPath };
}

/** A success by its status whose body says `ok: false` or `success: false` (ENV-02); undefined where it says no such thing. */
export function toldFailure(
  operation: ApiOperation,
  value: JsonValue,
  language: Language,
): Failure | undefined {
  if (!isJsonObject(value) || (value['success'] !== false && value['ok'] !== false))
    return undefined;
  const reason = cutText(reasonIn(value) ?? '', REASON_CHARS);
  const text = apiTexts.saysFailed(operation.name, reason);
  return {
    error: text[language],
    facts: { status: 200, ...upstreamOf(value, JSON.stringify(value)) },
  };
}

function upstreamOf(parsed: JsonValue | undefined, body: string): JsonObject {
  if (body.trim() === '') return {};
  const isShort = body.length <= BODY_CHARS;
  return { upstream: isJsonObject(parsed) && isShort ? parsed : cutText(body, BODY_CHARS) };
}

const REASON_KEYS = [
  'error_description',
  'message',
  'msg',
  'detail',
  'error',
  'title',
  'reason',
  'description',
];

/** Where APIs say what is wrong; in `error` or the first of `errors` it may be an object again. */
function reasonIn(value: JsonValue | undefined, depth = 0): string | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value.trim();
  if (depth > 2) return undefined;
  if (Array.isArray(value)) return reasonIn(value[0], depth + 1);
  if (!isJsonObject(value)) return undefined;
  for (const key of REASON_KEYS) {
    const found = Object.hasOwn(value, key) ? reasonIn(value[key], depth + 1) : undefined;
    if (found !== undefined) return found;
  }
  return reasonIn(value['errors'], depth + 1);
}

/** Of a page its title: the rest is for eyes. */
function plainReason({ body, mediaType }: RefusedAnswer): string {
  const isPage = mediaType.includes('html') || /^\s*<(?:!doctype|html)/i.test(body);
  return isPage ? pageTitle(body) : parse(body) === undefined ? body.trim() : '';
}

export function pageTitle(body: string): string {
  return /<title[^>]*>([^<]*)</i.exec(body)?.[1]?.replaceAll(/\s+/g, ' ').trim() ?? '';
}

function parse(body: string): JsonValue | undefined {
  try {
    const value: JsonValue = JSON.parse(body);
    return value;
  } catch {
    return undefined;
  }
}
