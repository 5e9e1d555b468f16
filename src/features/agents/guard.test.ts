import { describe, expect, test } from 'vitest';
import type { JsonObject } from '#base/json.ts';
import type { Verdict } from '#features/results/index.ts';
import type { GuardLimits } from './failure-budget.ts';
import { Guard } from './guard.ts';
import { planStep, type PlannedCall } from './planned-call.ts';

const DONE: Verdict = { status: 'done', isRecoverable: false, bansSkill: false };
const FAILED: Verdict = {
  status: 'failed',
  reason: 'no',
  isRecoverable: false,
  bansSkill: false,
};
const CORRECTABLE: Verdict = { ...FAILED, isRecoverable: true };
const FATAL: Verdict = { ...FAILED, bansSkill: true };
const TOOLS = ['a', 'b', 'c'];

interface Asked {
  readonly tool: string;
  readonly input?: JsonObject | string;
}

function createDesk(limits: Partial<GuardLimits> = {}) {
  const guard = new Guard({
    limits: { failPerTool: 4, failTotal: 8, ...limits },
    tools: TOOLS,
    language: 'en',
  });
  const usedIds = new Set<string>();
  let serial = 0;
  const plan = (asked: readonly Asked[]): readonly PlannedCall[] =>
    planStep(
      asked.map(({ tool, input = { serial: (serial += 1) } }) => ({
        type: 'tool-call',
        id: '',
        name: tool,
        argumentsText: typeof input === 'string' ? input : JSON.stringify(input),
      })),
      { tools: new Set(TOOLS), usedIds },
      false,
    ).calls;
  /** One call in a step of its own: what it was given instead of a run, or undefined. */
  const callOnce = (asked: Asked, verdict: Verdict): JsonObject | undefined => {
    const [call] = plan([asked]);
    if (call === undefined) throw new TypeError('no call');
    const refused = guard.admit([call]).get(call.id);
    if (refused !== undefined) return refused.envelope;
    const permission = guard.permit(call.id);
    if (permission.status === 'refused') return permission.result.envelope;
    guard.settle(call.id, verdict);
    return undefined;
  };
  return { guard, plan, callOnce };
}

describe('counting', () => {
  test('GRD-01 bans a tool with its fourth counted failure, and no other', () => {
    const { guard, callOnce } = createDesk();
    for (let times = 0; times < 3; times += 1) callOnce({ tool: 'a' }, FAILED);
    expect(guard.banned()).toEqual([]);
    callOnce({ tool: 'a' }, FAILED);
    expect(guard.banned()).toEqual(['a']);
    expect(guard.failures).toBe(4);
    expect(callOnce({ tool: 'b' }, DONE)).toBeUndefined();
  });

  test('GRD-02 is spent with the eighth counted failure of all tools', () => {
    const { guard, callOnce } = createDesk();
    for (const tool of ['a', 'b', 'c', 'a', 'b', 'c', 'a']) callOnce({ tool }, FAILED);
    expect(guard.isSpent).toBe(false);
    callOnce({ tool: 'b' }, FAILED);
    expect(guard.isSpent).toBe(true);
    expect(callOnce({ tool: 'c' }, DONE)).toMatchObject({ success: false });
    expect(guard.decisions.map(({ decision }) => decision.rule)).toContain('GRD-02');
  });

  test.each([
    ['a recoverable failure', { tool: 'a' }, CORRECTABLE],
    ['a partial result', { tool: 'a' }, { ...DONE, status: 'partial' }],
    ['malformed JSON', { tool: 'a', input: '{"x": ' }, DONE],
  ] as const)('GRD-05 does not count %s', (_, asked, verdict) => {
    const { guard, callOnce } = createDesk({ failTotal: 1 });
    for (let times = 0; times < 3; times += 1) callOnce(asked, verdict);
    expect(guard.failures).toBe(0);
    expect(guard.banned()).toEqual([]);
  });

  test('GRD-05 counts an unknown tool towards the total only, and what the guard refused not at all', () => {
    const { guard, callOnce } = createDesk({ failPerTool: 2, failTotal: 4 });
    for (let times = 0; times < 3; times += 1) callOnce({ tool: 'nope' }, DONE);
    expect(guard.failures).toBe(3);
    expect(guard.banned()).toEqual([]);
    callOnce({ tool: 'a' }, FATAL);
    for (let times = 0; times < 3; times += 1) callOnce({ tool: 'a' }, DONE);
    expect(guard.failures).toBe(4);
  });

  test('GRD-05 never counts beyond the total', () => {
    const { guard, plan } = createDesk({ failTotal: 2 });
    guard.admit(plan([{ tool: 'x' }, { tool: 'y' }, { tool: 'z' }]));
    expect(guard.failures).toBe(2);
  });
});

describe('bans', () => {
  test('GRD-03 refuses the fourth call with the same arguments, whatever the order of their keys', () => {
    const { guard, callOnce } = createDesk();
    const written = [
      '{"x": {"p": 1, "q": [2]}, "y": "z"}',
      '{"y":"z","x":{"q":[2],"p":1}}',
      '{"y": "z", "x": {"p": 1.0, "q": [2]}}',
    ];
    for (const [index, input] of written.entries())
      expect(callOnce({ tool: 'a', input }, index === 1 ? FAILED : DONE)).toBeUndefined();
    expect(callOnce({ tool: 'a', input: { y: 'z', x: { q: [2], p: 1 } } }, DONE)).toMatchObject({
      success: false,
      non_retriable: true,
      error: expect.stringContaining('3 times with these same arguments'),
    });
    expect(guard.banned()).toEqual(['a']);
    expect(guard.failures).toBe(1);
  });

  test('GRD-03 counts calls of other arguments, of other tools and in between apart', () => {
    const { guard, callOnce } = createDesk();
    for (let times = 0; times < 3; times += 1) {
      callOnce({ tool: 'a', input: { x: 1 } }, DONE);
      callOnce({ tool: 'b', input: { x: 1 } }, DONE);
      callOnce({ tool: 'a', input: { x: 2 } }, DONE);
    }
    expect(guard.banned()).toEqual([]);
  });

  test('GRD-03 also holds for the same malformed text', () => {
    const { guard, callOnce } = createDesk();
    for (let times = 0; times < 3; times += 1)
      expect(callOnce({ tool: 'a', input: '{"x": ' }, DONE)).toMatchObject({
        error_type: 'recoverable',
      });
    expect(callOnce({ tool: 'a', input: '{"x": ' }, DONE)).toMatchObject({ non_retriable: true });
    expect(guard.banned()).toEqual(['a']);
  });

  test('GRD-04 bans at once after an unrecoverable failure with non_retriable', () => {
    const { guard, callOnce } = createDesk();
    callOnce({ tool: 'a' }, { ...CORRECTABLE, bansSkill: false });
    expect(guard.banned()).toEqual([]);
    callOnce({ tool: 'a' }, { ...FATAL, reason: 'module missing' });
    expect(guard.banned()).toEqual(['a']);
    expect(callOnce({ tool: 'a' }, DONE)).toMatchObject({
      error: expect.stringContaining('module missing'),
    });
  });

  test('GRD-06 says why a banned tool is refused and what to do instead', () => {
    const { guard, callOnce } = createDesk({ failPerTool: 1 });
    callOnce({ tool: 'a' }, FAILED);
    expect(callOnce({ tool: 'a' }, DONE)).toMatchObject({
      success: false,
      error: expect.stringMatching(/stopped for this turn.*failed 1 times.*use another tool/),
    });
    expect(guard.decisions.at(-1)?.decision).toMatchObject({ stage: 'guard', rule: 'GRD-06' });
  });
});

describe('parallel calls', () => {
  test('GRD-08 starts a call only while failures and calls in flight stay below both limits', () => {
    const { guard, plan, callOnce } = createDesk({ failPerTool: 3, failTotal: 5 });
    callOnce({ tool: 'a' }, FAILED);
    const calls = plan(['a', 'a', 'a', 'b', 'b', 'b', 'c'].map((tool) => ({ tool })));
    guard.admit(calls);
    const [a1, a2, a3, b1, b2] = ids(calls);
    expect(starting(guard, ids(calls))).toEqual([a1, a2, b1, b2]);
    guard.settle(String(a1), DONE);
    expect(starting(guard, [String(a3)])).toEqual([a3]);
  });

  test('GRD-08 has eight calls in flight at most', () => {
    const { guard, plan } = createDesk({ failPerTool: 100, failTotal: 100 });
    const calls = plan(Array.from({ length: 12 }, () => ({ tool: 'a' })));
    guard.admit(calls);
    expect(starting(guard, ids(calls))).toHaveLength(8);
  });

  test('GRD-08 counts in the order the model listed, whatever ends first', () => {
    const { guard, plan } = createDesk({ failPerTool: 2 });
    const calls = plan([{ tool: 'a' }, { tool: 'b' }]);
    guard.admit(calls);
    const [first = '', second = ''] = ids(calls);
    starting(guard, [first, second]);
    guard.settle(second, FAILED);
    expect(guard.failures).toBe(0);
    guard.settle(first, FAILED);
    expect(guard.decisions.map(({ id }) => id)).toEqual([first, second]);
    expect(guard.failures).toBe(2);
  });

  test('GRD-08 counts identical calls before any of them starts', () => {
    const { guard, plan } = createDesk();
    const same = { tool: 'a', input: { x: 1 } };
    const calls = plan([same, same, same, same, same, { tool: 'a' }]);
    const refused = guard.admit(calls);
    expect([...refused.keys()]).toEqual(ids(calls).slice(3));
    expect(starting(guard, ids(calls).slice(0, 3))).toHaveLength(3);
  });

  test('GRD-08 lets what a call waits for decide: banned meanwhile, it is refused', () => {
    const { guard, plan } = createDesk({ failPerTool: 1 });
    const calls = plan([{ tool: 'a' }, { tool: 'a' }, { tool: 'b' }]);
    guard.admit(calls);
    const [first = '', second = ''] = ids(calls);
    expect(guard.permit(first).status).toBe('start');
    expect(guard.permit(second).status).toBe('wait');
    guard.settle(first, FAILED);
    expect(guard.permit(second).status).toBe('refused');
  });

  test('GRD-01, GRD-02, GRD-08 hold for any mix of calls and ends, and never lock up', () => {
    const random = seeded(20_261_107);
    for (let round = 0; round < 400; round += 1) {
      const limits = { failPerTool: 1 + (round % 4), failTotal: 1 + (round % 9) };
      const { guard, plan } = createDesk(limits);
      for (let step = 0; step < 4; step += 1) playAnyStep(guard, plan, random);
      expect(guard.failures).toBeLessThanOrEqual(limits.failTotal);
      const counted = guard.decisions.filter(
        ({ tool, decision }) => tool === 'a' && / failed: number/.test(decision.note),
      );
      expect(counted.length).toBeLessThanOrEqual(limits.failPerTool);
    }
  });
});

function ids(calls: readonly PlannedCall[]): readonly string[] {
  return calls.map(({ id }) => id);
}

function starting(guard: Guard, waiting: readonly string[]): readonly string[] {
  return waiting.filter((id) => guard.permit(id).status === 'start');
}

function playAnyStep(
  guard: Guard,
  plan: ReturnType<typeof createDesk>['plan'],
  random: () => number,
): void {
  const pick = <T>(from: readonly T[]): T[] => from.slice(Math.floor(random() * from.length));
  const calls = plan(
    Array.from({ length: Math.floor(random() * 14) }, () => ({
      tool: pick(['a', 'a', 'b', 'c', 'nope'])[0] ?? 'a',
      ...(random() < 0.3 && { input: { same: 1 } }),
    })),
  );
  const refused = guard.admit(calls);
  let waiting = ids(calls).filter((id) => !refused.has(id));
  const running: string[] = [];
  while (waiting.length + running.length > 0) {
    const before = waiting.length;
    waiting = waiting.filter((id) => {
      const { status } = guard.permit(id);
      if (status === 'start') running.push(id);
      return status === 'wait';
    });
    expect(running.length).toBeLessThanOrEqual(8);
    expect(running.length > 0 || waiting.length < before).toBe(true);
    for (const ended of running.splice(Math.floor(random() * running.length), 1))
      guard.settle(ended, pick([DONE, FAILED, FAILED, CORRECTABLE, FATAL])[0] ?? DONE);
  }
}

/** The same numbers in every run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
