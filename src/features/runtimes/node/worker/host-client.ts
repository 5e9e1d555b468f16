// Asks the platform for what a skill may have of it, and matches the answers (docs/bridge-protocol.md).

import { NotJson, toPlain } from './plain-json.ts';
import type { Message, Wire } from './wire.ts';

/** The platform said no; `code` is its code, or the database's (`42P01`). */
class HostError extends Error {
  override readonly name = 'HostError';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export interface HostClient {
  /** Rejects with a `HostError` where the platform refuses, a `TypeError` where `params` are not JSON. */
  request(method: string, params: Readonly<Record<string, unknown>>): Promise<unknown>;
  /** `fraction` from 0 to 1, or null. Never fails: progress is no reason to. */
  progress(fraction: unknown, text: unknown): void;
  /** A `reply` message that came in. */
  settle(reply: Message): void;
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** Bound to one call: what its leftovers ask later, the platform ignores. */
export function createHostClient(call: number, wire: () => Wire): HostClient {
  const waiting = new Map<unknown, Waiting>();
  let asked = 0;

  return {
    request: async (method, params) => {
      asked += 1;
      const id = asked;
      const plain = jsonParams(method, params);
      return await new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        wire().send({ type: 'request', call, id, method, params: plain });
      });
    },
    progress: (fraction, text) => {
      const known = typeof fraction === 'number' && fraction >= 0;
      const share = known ? Math.min(1, fraction) : null;
      wire().send({ type: 'progress', call, fraction: share, text: String(text).slice(0, 10_000) });
    },
    settle: ({ id, value, error }) => {
      const waiter = waiting.get(id);
      waiting.delete(id);
      if (error === undefined) waiter?.resolve(value);
      else waiter?.reject(hostError(error));
    },
  };
}

function jsonParams(method: string, params: object): unknown {
  try {
    return toPlain(params);
  } catch (error) {
    if (!(error instanceof NotJson)) throw error;
    const place = error.path.replace('$', method);
    throw new TypeError(`${place} can't be sent as JSON: ${error.found}`, { cause: error });
  }
}

function hostError(error: unknown): HostError {
  const isObject = typeof error === 'object' && error !== null;
  const code = isObject && 'code' in error ? String(error.code) : 'unexpected';
  return new HostError(code, isObject && 'message' in error ? String(error.message) : code);
}
