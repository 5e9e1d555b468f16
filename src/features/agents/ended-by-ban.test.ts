// A loop with few tools: it ends with the first that is stopped, and a stop reaches a call that just begins.

import { expect, test } from 'vitest';
import { playTurn, scriptedModel, type ToolFunction } from './turn-fixture.ts';

const looks: ToolFunction = () => ({ ok: true });
const isGone: ToolFunction = () => ({ success: false, error: 'gone', non_retriable: true });
const told: ToolFunction = (_, { signal }) => ({ success: !signal.aborted, error: 'told at once' });

const asking = (name: string) =>
  scriptedModel(({ tools }) => (tools.length === 0 ? { text: 'So far.' } : { calls: [{ name }] }));

test('the first call too many is not run and ends the loop, with a last word', async () => {
  const { model, ledger, result } = await playTurn(asking('looks'), {
    tools: { looks },
    limits: { sameCalls: 1, endsAtBan: true },
  });
  expect(result).toMatchObject({ reason: 'stuck', text: 'So far.', rounds: 2 });
  expect(ledger.entries.map(({ state }) => state)).toEqual(['done', 'refused']);
  expect(model.requests).toHaveLength(3);
});

test('a failure that no retry mends ends it too', async () => {
  const { result } = await playTurn(asking('isGone'), {
    tools: { isGone },
    limits: { endsAtBan: true },
  });
  expect(result).toMatchObject({ reason: 'failures', text: 'So far.', rounds: 1 });
});

test('what the platform wrote in the place of an answer is told as such', async () => {
  const silent = scriptedModel(({ tools }) =>
    tools.length === 0 ? { text: '' } : { calls: [{ name: 'isGone' }] },
  );
  const setting = { tools: { isGone }, limits: { endsAtBan: true } };
  expect((await playTurn(silent, setting)).result.isWritten).toBe(true);
  expect((await playTurn(asking('isGone'), setting)).result.isWritten).not.toBe(true);
});

test('a stop by whoever hears that a call starts reaches the call', async () => {
  const stop = new AbortController();
  const { ledger } = await playTurn(scriptedModel([{ calls: [{ name: 'told' }] }]), {
    tools: { told },
    signal: stop.signal,
    onEvent: ({ type }) => (type === 'tool-started' ? stop.abort() : undefined),
  });
  expect(ledger.entries).toMatchObject([
    { state: 'aborted', result: { upstream: { error: 'told at once' } } },
  ]);
});
