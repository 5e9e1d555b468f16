import { expect, test } from 'vitest';
import type { JsonObject } from '#base/json.ts';
import { LEAST_RESULT_CHARS, RESULT_CHARS } from '#features/results/index.ts';
import { boundResult, createResultBudget } from './result-budget.ts';
import { estimateJson } from './token-estimate.ts';
import { lastResults, playTurn, scriptedModel, type ToolFunction } from './turn-fixture.ts';

const page = (n: number): JsonObject => ({ ok: true, n, text: `${n} `.repeat(4000) });

test('OFF-01 results have their room in the order they come, and then a short form that says so', () => {
  const budget = createResultBudget(10_000, 'en');
  const told = Array.from({ length: 12 }, (_, n) => budget.told(page(n)));
  expect(told.slice(0, 4)).toEqual([0, 1, 2, 3].map(page));
  const used = told.reduce((sum, each) => sum + estimateJson(each), 0);
  expect(used).toBeLessThan(10_000 + 12 * LEAST_RESULT_CHARS);
  for (const [n, each] of told.entries()) {
    expect(each).toMatchObject({ ok: true, n });
    if (n < 6) continue;
    expect(JSON.stringify(each).length).toBeLessThanOrEqual(LEAST_RESULT_CHARS);
    expect(each['_cut']).toContain('used up their room');
  }
});

test('OFF-01 what is short is told whole, however little room is left', () => {
  const budget = createResultBudget(0, 'zh');
  expect(budget.told({ ok: true, total: 3 })).toEqual({ ok: true, total: 3 });
  const path = '/w/.toolout/toolout_a_1.json';
  const hint = '用 read_result 读取';
  const receipt = { ok: true, offloaded: true, path, rows_sample: ['x'.repeat(9000)], _hint: hint }; // prettier-ignore
  expect(budget.told(receipt)).toMatchObject({
    path,
    _hint: hint,
    _cut: expect.stringContaining('rows_sample'),
  });
});

test('OFF-01 one result is no longer than the limit, whatever it is', () => {
  const failure = { success: false, error: 'no', upstream: { trace: 'x'.repeat(1_000_000) } };
  const bounded = boundResult({ envelope: failure }, 'en');
  expect(JSON.stringify(bounded).length).toBeLessThanOrEqual(RESULT_CHARS);
  expect(bounded).toMatchObject({ success: false, error: 'no' });
  expect(boundResult({ envelope: page(1) }, 'en')).toEqual(page(1));
});

test('OFF-01 the loop holds every tool to it: what fails, what is refused, what is told later', async () => {
  const tools: Record<string, ToolFunction> = {
    fails: () => ({ success: false, error: 'e'.repeat(400_000), upstream: 'u'.repeat(400_000) }),
    reads: ({ n }) => page(Number(n)),
  };
  const steps = [
    { calls: [{ name: 'fails' }] },
    ...Array.from({ length: 6 }, (_, n) => ({ calls: [{ name: 'reads', input: { n } }] })),
    { text: 'done' },
  ];
  const { model, result, ledger } = await playTurn(scriptedModel(steps), {
    tools,
    limits: { maxRounds: 8, turnResultTokens: 20_000 },
  });
  expect(result).toMatchObject({ reason: 'answered', text: 'done', failures: 1 });
  const sent = model.requests.map((request) => JSON.stringify(lastResults(request)).length);
  expect(Math.max(...sent)).toBeLessThan(RESULT_CHARS + 1000);
  expect(JSON.stringify(lastResults(model.requests.at(-1)))).toContain('used up their room');
  for (const { result: stored } of ledger.entries)
    expect(JSON.stringify(stored).length).toBeLessThanOrEqual(RESULT_CHARS);
});
