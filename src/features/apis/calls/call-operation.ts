// One call of an operation: arguments checked, request built, keys put in, sent, and its answer read.

import { AppError, messageOf } from '#base/app-error.ts';
import { isJsonObject, type JsonObject } from '#base/json.ts';
import type { Language } from '#base/text.ts';
import { apiTexts } from '#contract/texts/api-skill-texts.ts';
import type { SkillPackage } from '#features/packages/index.ts';
import { failureEnvelope, type Failure } from '#features/results/index.ts';
import type { RunHost, RuntimeOutcome } from '#features/runtimes/index.ts';
import type { SafeCall } from '#system/fetch/safe-call.ts';
import type { ApiHead, ApiOperation } from '../api-operation.ts';
import { buildRequest, undeclared, type ApiRequest } from '../request/build-request.ts';
import { readAnswer } from '../response/read-answer.ts';
import { baseUrlOf } from './base-url.ts';
import {
  bearerOf,
  credentialsFor,
  withCredentials,
  type Credential,
  type TokenWish,
  type Wanted,
} from './credentials.ts';
import { readGivenFiles } from './given-files.ts';
import { sendRequest } from './send-request.ts';
import { createSkillKeys } from './skill-keys.ts';
import type { TokenSource } from './token-source.ts';

export interface OperationCall {
  readonly operation: ApiOperation;
  readonly args: JsonObject;
  readonly head: ApiHead;
  /** The skill's configuration. */
  readonly environment: Readonly<Record<string, string>>;
  readonly skill: SkillPackage | undefined;
  readonly host: Pick<RunHost, 'workspace' | 'signal'>;
  readonly language: Language;
  readonly tokens: TokenSource;
  readonly call: SafeCall;
  readonly checkInput: (
    input: JsonObject,
    schema: JsonObject,
    language: Language,
  ) => CheckedArguments;
  readonly downloadBytes: number;
  readonly now: () => number;
}

type CheckedArguments =
  | { readonly status: 'valid'; readonly input: JsonObject }
  | { readonly status: 'refused'; readonly failure: Failure };

export interface CalledOperation {
  readonly outcome: RuntimeOutcome;
  /** What was made of the skill's secrets on the way, and must not be shown either. */
  readonly secrets: readonly string[];
}

/** Throws where the API can't be reached and another try does no harm; every other end is an outcome. */
export async function callOperation(asked: OperationCall): Promise<CalledOperation> {
  const { operation, head, language } = asked;
  const checked = checkArguments(asked);
  if (checked.status === 'refused') return refused(checked.failure);
  const args = withoutNulls(checked.input, operation);
  const keys = createSkillKeys(asked.environment, asked.skill);
  const base = baseUrlOf(operation, head, keys.baseUrl);
  if (base.status === 'missing')
    return refused({
      error: apiTexts.baseUrlMissing(base.given)[language],
      errorType: 'config',
      nonRetriable: true,
    });
  const wanted = credentialsFor(operation, head, keys).map((each) => resolved(each, base.url));
  const secrets: string[] = [];
  try {
    const files = await readGivenFiles(asked.host.workspace, operation.body, args);
    const request = buildRequest(operation, args, { baseUrl: base.url, files });
    const credentials = await ready(wanted, asked);
    secrets.push(...credentials.map(({ value }) => value.replace(/^(?:Basic|Bearer)\s+/i, '')));
    const hosts = new Set([...head.hosts, ...base.hosts]);
    const signed = withCredentials(request, credentials);
    return { outcome: await sent(signed, asked, { hosts, wanted }), secrets };
  } catch (error) {
    const failure = failureOf(error, asked);
    if (failure === undefined) throw error;
    return { outcome: { status: 'returned', value: failureEnvelope(failure) }, secrets };
  }
}

/** Required ones, plain types, one of several; what nobody declared, unless the body takes it. */
function checkArguments({
  operation,
  args,
  language,
  checkInput,
}: OperationCall): CheckedArguments {
  const checked = checkInput(args, operation.inputSchema, language);
  if (checked.status === 'refused') return checked;
  const others = Object.keys(undeclared(operation, args));
  const known = Object.keys(operation.inputSchema['properties'] ?? {});
  if (others.length > 0 && operation.body?.isOpen !== true) {
    const text = apiTexts.argumentsUnknown(others, known);
    return refusal(text[language], others.length === 1 ? (others[0] ?? '') : others);
  }
  const { oneOf = [] } = operation;
  const isMissing = oneOf.length > 0 && oneOf.every((name) => isBlank(args, name));
  return isMissing ? refusal(apiTexts.oneOfNote(oneOf)[language], oneOf) : checked;
}

/** Models write null for what they leave out: it is sent only where it is a value. */
function withoutNulls(args: JsonObject, { inputSchema }: ApiOperation): JsonObject {
  const properties = inputSchema['properties'];
  const isValue = (name: string): boolean => {
    const schema = isJsonObject(properties) ? properties[name] : undefined;
    const type = isJsonObject(schema) ? schema['type'] : undefined;
    return type === undefined || (Array.isArray(type) && type.includes('null'));
  };
  return Object.fromEntries(
    Object.entries(args).filter(([name, value]) => value !== null || isValue(name)),
  );
}

function isBlank(args: JsonObject, name: string): boolean {
  const value = Object.hasOwn(args, name) ? args[name] : undefined;
  return value === undefined || value === null || value === '';
}

function refusal(error: string, needParam: string | readonly string[]): CheckedArguments {
  return { status: 'refused', failure: { error, errorType: 'recoverable', needParam } };
}

/** Some descriptions name the address of their tokens below their own. */
function resolved(wanted: Wanted, baseUrl: string): Wanted {
  if (!isToken(wanted)) return wanted;
  return { ...wanted, tokenUrl: URL.parse(wanted.tokenUrl, baseUrl)?.href ?? wanted.tokenUrl };
}

async function ready(
  wanted: readonly Wanted[],
  { tokens, host }: OperationCall,
): Promise<readonly Credential[]> {
  const credentials: Credential[] = [];
  for (const each of wanted) {
    if (isToken(each)) credentials.push(...bearerOf(await tokens.tokenFor(each, host.signal)));
    else credentials.push(each);
  }
  return credentials;
}

function isToken(wanted: Wanted): wanted is TokenWish {
  return 'tokenUrl' in wanted;
}

interface SendingParts {
  readonly hosts: ReadonlySet<string>;
  readonly wanted: readonly Wanted[];
}

async function sent(
  request: ApiRequest,
  asked: OperationCall,
  { hosts, wanted }: SendingParts,
): Promise<RuntimeOutcome> {
  const { operation, host, skill, language, downloadBytes, now, call } = asked;
  const answer = await sendRequest(request, {
    call,
    signal: host.signal,
    allowsHost: (each) => hosts.has(each),
    isSentOnce: skill?.isIdempotent === false,
    now,
  });
  if (answer.status === 401)
    for (const each of wanted) if (isToken(each)) asked.tokens.forget(each);
  return readAnswer(answer, { operation, workspace: host.workspace, language, downloadBytes, now });
}

const HARMLESS_AGAIN: ReadonlySet<string> = new Set(['get', 'put', 'delete']);

/** Undefined for what is thrown on: a network's fault that another try may get past without harm (ENV-12). */
function failureOf(
  error: unknown,
  { operation, language, skill, host }: OperationCall,
): Failure | undefined {
  if (!(error instanceof AppError) || host.signal.aborted) return undefined;
  const said = error.text[language];
  if (error.code === 'input-invalid' && typeof error.details['argument'] === 'string')
    return { error: said, errorType: 'recoverable', needParam: error.details['argument'] };
  if (error.code === 'server-unreachable') {
    const isHarmless = HARMLESS_AGAIN.has(operation.method) || wasNeverSent(error);
    if (isHarmless && skill?.isIdempotent !== false) return undefined;
    return {
      error: apiTexts.mayHaveHappened(operation.name, said)[language],
      errorType: 'transient',
    };
  }
  return error.code === 'not-allowed' || error.code === 'input-invalid'
    ? { error: said, errorType: 'config', nonRetriable: true }
    : { error: said };
}

function wasNeverSent({ cause }: AppError): boolean {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : messageOf(cause);
  return ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH'].includes(code);
}

function refused(failure: Failure): CalledOperation {
  return { outcome: { status: 'returned', value: failureEnvelope(failure) }, secrets: [] };
}
