// Runs one call of a skill and tells the platform how it ended.

import { inspect } from 'node:util';
import { createSession, type DatabaseSession } from './database-session.ts';
import { describeException } from './describe-exception.ts';
import type { EntryPoint } from './entry-point.ts';
import type { HostClient } from './host-client.ts';
import { NotJson, toJson } from './plain-json.ts';
import { createContext } from './skill-context.ts';
import type { Message, Wire } from './wire.ts';

export interface SkillCall {
  readonly number: number;
  readonly input: unknown;
  readonly context: object;
  readonly host: HostClient;
  readonly signal: AbortSignal;
}

/** Ends the call on the wire whatever the skill does; never rejects. */
export async function runCall(entry: EntryPoint, call: SkillCall, wire: Wire): Promise<void> {
  const database = entry.isAsync ? createSession(call.host) : null;
  const { context: data, host, signal } = call;
  try {
    const context = createContext({ data, host, signal, database });
    const returned = await entry.call(call.input, context);
    const json = toJson(returned);
    await endSession(database, 'commit');
    wire.sendResult(call.number, json);
  } catch (error) {
    await endSession(database, 'rollback').catch(() => undefined);
    if (error instanceof NotJson) {
      const { reason, path, found } = error;
      wire.send({ type: 'unserialisable', call: call.number, reason, path, found });
    } else wire.send(raisedMessage(call.number, error));
  }
}

/** The stack goes to the log, for the author; the model gets class and message. */
export function raisedMessage(call: number, error: unknown): Message {
  process.stderr.write(`${inspect(error)}\n`);
  return { type: 'raised', call, exception: describeException(error) };
}

/** The legacy session is the platform's to end, as its factory's sessions are the skill's. */
async function endSession(
  database: DatabaseSession | null,
  how: 'commit' | 'rollback',
): Promise<void> {
  if (database === null) return;
  try {
    await database[how]();
  } catch (error) {
    // The skill has heard of the statement that failed, and has answered in its own way.
    if (!isFailedTransaction(error)) throw error;
  } finally {
    await database.close().catch(() => undefined);
  }
}

/** SQLSTATE of a commit after a statement that failed. */
function isFailedTransaction(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '25P02';
}
