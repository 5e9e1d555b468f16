import { describe, expect, test } from 'vitest';
import type { SettledResult } from '#features/results/index.ts';
import type { ToolFace } from './tool-face.ts';
import {
  faceOf,
  lastResults,
  manualClock,
  playTurn,
  recordingLedger,
  scriptedModel,
  type ScriptedCall,
  type ScriptedModel,
  type ToolFunction,
} from './turn-fixture.ts';

function once(...calls: readonly ScriptedCall[]): ScriptedModel {
  return scriptedModel([{ text: 'Working. ', calls }, { text: 'ok' }]);
}

function endless(): Promise<never> {
  return new Promise(() => undefined);
}

describe('in parallel', () => {
  test('GRD-08 runs ten calls of one step in parallel, eight at once, and keeps their order', async () => {
    let running = 0;
    let most = 0;
    const gates: (() => void)[] = [];
    const slow: ToolFunction = async ({ n }) => {
      most = Math.max(most, (running += 1));
      if (running < 8 && gates.length < 8) await new Promise<void>((open) => gates.push(open));
      else for (const open of gates.toReversed()) open();
      running -= 1;
      return { ok: true, n: n ?? null };
    };
    const calls = Array.from({ length: 10 }, (_, n) => ({
      id: `c${n}`,
      name: 'slow',
      input: { n },
    }));
    const limits = { failPerTool: 20, failTotal: 20 };
    const { model, result } = await playTurn(once(...calls), { tools: { slow }, limits });
    expect(most).toBe(8);
    const results = Object.entries(lastResults(model.requests[1]));
    expect(results.map(([id]) => id)).toEqual(calls.map(({ id }) => id));
    expect(results[9]?.[1]).toEqual({ ok: true, n: 9 });
    expect(result.failures).toBe(0);
  });

  test('GRD-08 runs no more failing calls of one step than the budget allows', async () => {
    let runs = 0;
    const bad = () => ({ success: false, error: `no ${(runs += 1)}` });
    const calls = Array.from({ length: 10 }, (_, n) => ({
      id: `c${n}`,
      name: 'bad',
      input: { n },
    }));
    const { result, ledger } = await playTurn(once(...calls), { tools: { bad } });
    expect(runs).toBe(4);
    expect(result).toMatchObject({ failures: 4, banned: ['bad'] });
    expect(ledger.entries.map(({ state }) => state)).toEqual([
      ...Array.from({ length: 4 }, () => 'failed'),
      ...Array.from({ length: 6 }, () => 'refused'),
    ]);
  });

  test('one that fails does not stop the others, and knows whether its tool failed before', async () => {
    const seen: boolean[] = [];
    const tools: Record<string, ToolFunction> = {
      good: () => ({ ok: true }),
      bad: (_, host) => {
        seen.push(host.hasFailedInTurn);
        throw new TypeError('boom');
      },
    };
    const { model } = await playTurn(
      scriptedModel([
        {
          calls: [
            { id: 'a', name: 'bad' },
            { id: 'b', name: 'good' },
          ],
        },
        { calls: [{ id: 'c', name: 'bad', input: { x: 1 } }] },
        { text: 'ok' },
      ]),
      { tools },
    );
    expect(lastResults(model.requests[1])).toMatchObject({
      a: { success: false },
      b: { ok: true },
    });
    expect(seen).toEqual([false, true]);
  });
});

describe('whatever a face does', () => {
  const cyclic: Record<string, unknown> = { ok: true };
  cyclic['self'] = cyclic;
  const verdict = { status: 'done', isRecoverable: false, bansSkill: false };
  test.each([
    ['rejects with an Error without a message', throwing(new Error('')), 'Error'],
    ['rejects with an Error', throwing(new Error('boom')), 'boom'],
    ['rejects with undefined', throwing(undefined), 'undefined was thrown'],
    ['rejects with a cyclic object', throwing(cyclic), 'object was thrown'],
    ['gives back nothing', returning(undefined), 'undefined'],
    ['gives back a cycle', returning({ envelope: cyclic, verdict, decisions: [] }), 'circular'],
    ['gives back a BigInt', returning({ envelope: { n: 1n }, verdict, decisions: [] }), 'BigInt'],
    ['gives back no verdict', returning({ envelope: {}, verdict: {}, decisions: [] }), 'JSON'],
  ])('a face that %s is a failed result, never a dead turn', async (_, face, told) => {
    const { model, result, ledger } = await playTurn(once({ id: 'o', name: 'odd' }), { face });
    expect(lastResults(model.requests[1])['o']).toMatchObject({
      success: false,
      error: expect.stringContaining(told),
    });
    expect(ledger.of('o')?.state).toBe('failed');
    expect(result).toMatchObject({ reason: 'answered', text: 'ok', failures: 1 });
  });

  test.each([
    ['undefined', undefined],
    ['null', null],
    ['an empty text', ''],
    ['a list', [1]],
    ['a number', 0],
  ])('a skill that returns %s reaches the model as an object', async (_, value) => {
    const { model } = await playTurn(once({ id: 'o', name: 'odd' }), {
      tools: { odd: () => value },
    });
    expect(lastResults(model.requests[1])['o']).toEqual({ ok: true, result: value ?? null });
  });
});

describe('clocks', () => {
  test('CLK-02 cuts a deaf tool at the tool wall, counts it, and keeps its late result from the model', async () => {
    const clock = manualClock();
    const back = Promise.withResolvers<unknown>();
    const deaf: ToolFunction = async (_, host) => {
      host.signal.addEventListener('abort', () => clock.advance(1000));
      queueMicrotask(() => clock.advance(30_000));
      const value = await back.promise;
      host.progress(1, 'too late to tell');
      return value;
    };
    const { result, ledger, events, model } = await playTurn(once({ id: 'd', name: 'deaf' }), {
      tools: { deaf },
      clock,
      limits: { toolWallMs: 30_000 },
    });
    expect(lastResults(model.requests[1])['d']).toMatchObject({
      success: false,
      error: expect.stringMatching(/within 30 s.*may have done/),
    });
    expect(result).toMatchObject({ reason: 'answered', failures: 1 });
    expect(ledger.of('d')).toMatchObject({ state: 'aborted' });
    const told = events.length;
    back.resolve({ ok: true, late: 'yes' });
    await result.stragglers;
    expect(ledger.of('d')).toMatchObject({ state: 'aborted', late: { ok: true, late: 'yes' } });
    expect(events).toHaveLength(told);
  });

  test('CLK-02 takes what a tool gives back within the grace after its signal', async () => {
    const clock = manualClock();
    const obedient: ToolFunction = (_, { signal }) => {
      queueMicrotask(() => clock.advance(30_000));
      return new Promise((settle) => {
        signal.addEventListener('abort', () => settle({ success: true, sofar: 3 }));
      });
    };
    const { ledger, result } = await playTurn(once({ id: 'd', name: 'obedient' }), {
      tools: { obedient },
      clock,
      limits: { toolWallMs: 30_000 },
    });
    expect(ledger.of('d')).toMatchObject({ state: 'done', result: { sofar: 3 } });
    expect(result.failures).toBe(0);
  });

  test('CLK-02 ends a turn at its clock with a last word that has no tools', async () => {
    const clock = manualClock();
    const deaf: ToolFunction = (_, { signal }) => {
      signal.addEventListener('abort', () => clock.advance(1000));
      queueMicrotask(() => clock.advance(60_000));
      return endless();
    };
    const limits = { loopMs: 60_000, failPerTool: 1 };
    const calls = [
      { id: 'd', name: 'deaf' },
      { id: 'w', name: 'deaf', input: { waits: true } },
    ];
    const { model, result, ledger } = await playTurn(once(...calls), {
      tools: { deaf },
      clock,
      limits,
    });
    expect(result).toMatchObject({ reason: 'time', text: 'ok', failures: 0 });
    expect(model.requests[1]?.tools).toEqual([]);
    expect(ledger.of('d')?.result?.['error']).toMatch(/ran out of time while "deaf" was running/);
    expect(ledger.of('w')?.result?.['error']).toMatch(/before "deaf" started: nothing was done/);
  });
});

describe('the stop button', () => {
  test('ends the turn although a tool is deaf, and says what may have run and what did not start', async () => {
    const clock = manualClock();
    const stop = new AbortController();
    const deaf: ToolFunction = (_, { signal }) => {
      signal.addEventListener('abort', () => clock.advance(1000));
      queueMicrotask(() => stop.abort());
      return endless();
    };
    const calls = [
      { id: 'd', name: 'deaf' },
      { id: 'w', name: 'deaf', input: { waits: true } },
    ];
    const { result, ledger, model } = await playTurn(once(...calls), {
      tools: { deaf },
      clock,
      signal: stop.signal,
      limits: { failPerTool: 1 },
    });
    expect(result).toMatchObject({ reason: 'stopped', text: 'Working. ', rounds: 1, failures: 0 });
    expect(model.requests).toHaveLength(1);
    expect(ledger.of('d')).toMatchObject({ state: 'aborted' });
    expect(ledger.of('d')?.result?.['error']).toMatch(/may have done some or all/);
    expect(ledger.of('w')?.result?.['error']).toMatch(/nothing was done/);
    expect(result.newMessages.map(({ role }) => role)).toEqual(['assistant', 'tool', 'assistant']);
    expect(result.newMessages[1]).toMatchObject({ results: [{ id: 'd' }, { id: 'w' }] });
  });

  test('keeps how far a tool came that obeyed', async () => {
    const stop = new AbortController();
    const obedient: ToolFunction = (_, { signal }) => {
      queueMicrotask(() => stop.abort());
      return new Promise((settle) => {
        signal.addEventListener('abort', () => settle({ success: false, error: 'stopped at 3' }));
      });
    };
    const { ledger, result } = await playTurn(once({ id: 'o', name: 'obedient' }), {
      tools: { obedient },
      signal: stop.signal,
    });
    expect(ledger.of('o')).toMatchObject({
      state: 'aborted',
      result: { upstream: { error: 'stopped at 3' } },
    });
    expect(result.failures).toBe(0);
  });

  test('a ledger that cannot store ends the turn with its error, and what runs is told to stop', async () => {
    let told = false;
    const slow: ToolFunction = (_, { signal }) =>
      new Promise((settle) => {
        signal.addEventListener('abort', () => {
          told = true;
          settle({ ok: true });
        });
      });
    const ledger = brokenLedger();
    const calls = [
      { id: 's', name: 'slow' },
      { id: 'q', name: 'quick' },
    ];
    const tools = { slow, quick: () => ({ ok: true }) };
    await expect(playTurn(once(...calls), { tools, ledger })).rejects.toThrow('disk full');
    expect(told).toBe(true);
  });

  test('a call that can not be stored while another one is being refused ends the turn with its error', async () => {
    const stop = new AbortController();
    const kept = recordingLedger();
    const ledger = {
      ...kept,
      async start() {
        // Once the turn is stopped the other call does not start, and that takes a while to store.
        stop.abort();
        throw new Error('disk full');
      },
      async settle(...given: Parameters<typeof kept.settle>) {
        await new Promise((resolve) => setImmediate(resolve));
        return kept.settle(...given);
      },
    };
    const calls = [
      { id: 'first', name: 'quick' },
      { id: 'second', name: 'quick', input: { n: 2 } },
    ];
    const tools = { quick: () => ({ ok: true }) };
    const turn = playTurn(once(...calls), { tools, ledger, signal: stop.signal });
    await expect(turn).rejects.toThrow('disk full');
    expect(kept.of('second')?.state).toBe('aborted');
  });
});

function brokenLedger() {
  const ledger = recordingLedger();
  const settle = ledger.settle.bind(ledger);
  return {
    ...ledger,
    settle: (...given: Parameters<typeof settle>) =>
      given[0] === 'q' ? Promise.reject(new Error('disk full')) : settle(...given),
  };
}

/** A face whose one tool gives back what is no settled result. */
function returning(given: unknown): ToolFace {
  return { ...faceOf({ odd: () => ({}) }), call: async () => given as SettledResult };
}

function throwing(thrown: unknown): ToolFace {
  return faceOf({
    odd: () => {
      // oxlint-disable-next-line typescript/only-throw-error -- what others' code throws
      throw thrown;
    },
  });
}
