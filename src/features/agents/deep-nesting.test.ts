import { describe, expect, test } from 'vitest';
import type { ToolFace } from './tool-face.ts';
import { faceOf, lastResults, playTurn, scriptedModel } from './turn-fixture.ts';

const TOOLS = { echo: (input: object) => ({ success: true, ...input }) };
const CALL = { calls: [{ id: 'c', name: 'echo', input: { n: 1 } }] };

function nested(levels: number): string {
  return `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`;
}

test('GRD-05 arguments that are nested too deep are refused, and the turn goes on', async () => {
  const input = nested(3000);
  const model = scriptedModel([{ calls: [{ id: 'd', name: 'echo', input }] }, { text: 'ok' }]);
  const { result, ledger, events } = await playTurn(model, { tools: TOOLS });
  expect(lastResults(model.requests[1])['d']).toMatchObject({
    success: false,
    error: expect.stringContaining('more than 400 levels'),
    error_type: 'recoverable',
  });
  expect(ledger.of('d')).toMatchObject({ state: 'refused', argumentsText: input });
  expect(events).toContainEqual(expect.objectContaining({ type: 'tool-refused', id: 'd' }));
  expect(result).toMatchObject({ reason: 'answered', text: 'ok', failures: 0 });
});

describe('a result that is nested too deep', () => {
  const verdict = { status: 'done', isRecoverable: false, bansSkill: false } as const;
  test.each([1000, 3000, 50_000])('is a failed one (%i levels)', async (levels) => {
    const face: ToolFace = {
      ...faceOf(TOOLS),
      call: async () => ({
        envelope: JSON.parse(nested(levels)),
        raw: {},
        verdict,
        decisions: [],
      }),
    };
    const { model, ledger, result } = await playTurn(scriptedModel([CALL, { text: 'ok' }]), {
      face,
    });
    expect(lastResults(model.requests[1])['c']).toMatchObject({
      success: false,
      error: expect.stringContaining('more than 400 levels'),
    });
    expect(ledger.of('c')?.state).toBe('failed');
    expect(result).toMatchObject({ reason: 'answered', text: 'ok', failures: 1 });
  });

  test('is a failed one also where the face itself breaks on it', async () => {
    const face = faceOf({ echo: () => JSON.parse(JSON.stringify(JSON.parse(nested(50_000)))) });
    const { model } = await playTurn(scriptedModel([CALL, { text: 'ok' }]), { face });
    expect(lastResults(model.requests[1])['c']).toMatchObject({
      error: expect.stringContaining('more than 400 levels'),
    });
  });
});

test('a tool whose schema is nested too deep is offered without it', async () => {
  const face: ToolFace = {
    ...faceOf(TOOLS),
    definitions: () => [
      { name: 'echo', description: 'says it', inputSchema: JSON.parse(nested(20_000)) },
    ],
  };
  const model = scriptedModel([CALL, { text: 'ok' }]);
  const { result } = await playTurn(model, { face });
  expect(model.requests[0]?.tools).toEqual([
    { name: 'echo', description: 'says it', inputSchema: { type: 'object' } },
  ]);
  expect(result).toMatchObject({ reason: 'answered', rounds: 1 });
});
