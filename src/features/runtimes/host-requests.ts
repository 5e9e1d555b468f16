// What a worker may ask of the platform while it runs a call: a short list, each bound to that call's host.

import * as z from 'zod';
import { AppError, messageOf } from '#base/app-error.ts';
import type { JsonObject, JsonValue } from '#base/json.ts';
import type { Language } from '#base/text.ts';
import { workerTexts } from '#contract/texts/worker-texts.ts';
import type { RunHost } from './runtime.ts';
import type { WorkerRequest } from './worker-messages.ts';

type Serve = (host: RunHost, params: JsonObject) => Promise<JsonValue>;

/** By method name. A skill names a callee, a statement, a session of its own: never a tenant. */
const METHODS = new Map<string, Serve>([
  ['call_skill', method({ name: z.string(), input: z.record(z.string(), z.json()) }, callSkill)],
  [
    'provider.chat',
    method(
      {
        messages: z.array(z.object({ role: z.string(), content: z.string() })),
        max_tokens: z.int().positive().nullish(),
      },
      chat,
    ),
  ],
  ['db.open', method({}, async (host) => await host.database.open())],
  [
    'db.execute',
    method(
      { session: z.string(), sql: z.string(), parameters: z.json() },
      async (host, { session, sql, parameters }) =>
        await host.database.execute(session, sql, parameters),
    ),
  ],
  ['db.commit', endOfSession('commit')],
  ['db.rollback', endOfSession('rollback')],
  ['db.close', endOfSession('close')],
]);

/** The `reply` message to a request; what the host throws becomes an `error` in it. */
export async function answerRequest(
  request: WorkerRequest,
  host: RunHost,
  language: Language,
): Promise<JsonObject> {
  try {
    const serve = METHODS.get(request.method);
    if (serve === undefined) {
      throw new AppError('input-invalid', workerTexts.unknownMethod(request.method));
    }
    const value = await serve(host, request.params);
    const { call, id } = request;
    return { type: 'reply', call, id, value };
  } catch (error) {
    return refuseRequest(request, error, language);
  }
}

/** The `reply` message that makes a request fail in the skill. */
export function refuseRequest(
  { call, id }: WorkerRequest,
  error: unknown,
  language: Language,
): JsonObject {
  return { type: 'reply', call, id, error: errorData(error, language) };
}

function errorData(error: unknown, language: Language): JsonObject {
  if (!(error instanceof AppError)) return { code: 'unexpected', message: messageOf(error) };
  const { sqlState } = error.details;
  return {
    code: typeof sqlState === 'string' ? sqlState : error.code,
    message: error.text[language],
  };
}

function method<Shape extends z.ZodRawShape>(
  shape: Shape,
  serve: (host: RunHost, params: z.infer<z.ZodObject<Shape>>) => Promise<JsonValue>,
): Serve {
  const schema = z.object(shape);
  return async (host, params) => {
    const parsed = schema.safeParse(params);
    if (parsed.success) return await serve(host, parsed.data);
    const problems = parsed.error.issues.map(
      ({ path, message }) => `${path.join('.')}: ${message}`,
    );
    throw new AppError('input-invalid', workerTexts.badParameters(problems.join('; ')));
  };
}

async function callSkill(
  host: RunHost,
  { name, input }: { readonly name: string; readonly input: JsonObject },
): Promise<JsonValue> {
  return await host.callSkill(name, input);
}

async function chat(
  host: RunHost,
  params: {
    readonly messages: readonly { readonly role: string; readonly content: string }[];
    readonly max_tokens?: number | null | undefined;
  },
): Promise<JsonValue> {
  const answer = await host.provider.chat({
    messages: params.messages,
    ...(typeof params.max_tokens === 'number' && { maxTokens: params.max_tokens }),
  });
  const { inputTokens, outputTokens } = answer.usage;
  return {
    text: answer.text,
    usage: { input_tokens: inputTokens, output_tokens: outputTokens },
  };
}

function endOfSession(how: 'commit' | 'rollback' | 'close'): Serve {
  return method({ session: z.string() }, async (host, { session }) => {
    await host.database.end(session, how);
    return null;
  });
}
