// The record of one turn's tool calls, in memory: each call moves forward only, and ends once.

import type { JsonObject } from '#base/json.ts';

type EndState = 'done' | 'partial' | 'failed' | 'refused' | 'aborted';

interface CallEntry {
  readonly id: string;
  readonly tool: string;
  readonly argumentsText: string;
  readonly state: 'open' | 'running' | EndState;
  readonly result: JsonObject | undefined;
  /** A result that came after the call was aborted. */
  readonly lateResult: JsonObject | undefined;
}

export interface MemoryCallLedger {
  open(calls: readonly Pick<CallEntry, 'id' | 'tool' | 'argumentsText'>[]): Promise<void>;
  start(id: string): Promise<void>;
  settle(id: string, state: EndState, result: JsonObject): Promise<void>;
  late(id: string, result: JsonObject): Promise<void>;
  /** Every call of the turn, in the order they were opened. */
  entries(): readonly CallEntry[];
}

export function createMemoryCallLedger(): MemoryCallLedger {
  const entries = new Map<string, CallEntry>();

  const change = (id: string, from: readonly CallEntry['state'][], to: Partial<CallEntry>) => {
    const entry = entries.get(id);
    // Terminal states stay: the first end of a call is the one that counts.
    if (entry !== undefined && from.includes(entry.state)) entries.set(id, { ...entry, ...to });
  };

  return {
    async open(calls) {
      for (const { id, tool, argumentsText } of calls) {
        if (entries.has(id)) continue;
        const fresh = { state: 'open', result: undefined, lateResult: undefined } as const;
        entries.set(id, { id, tool, argumentsText, ...fresh });
      }
    },
    async start(id) {
      change(id, ['open'], { state: 'running' });
    },
    async settle(id, state, result) {
      change(id, ['open', 'running'], { state, result });
    },
    async late(id, result) {
      change(id, ['aborted'], { lateResult: result });
    },
    entries: () => [...entries.values()],
  };
}
