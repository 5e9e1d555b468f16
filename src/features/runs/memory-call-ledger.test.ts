import { expect, test } from 'vitest';
import { createMemoryCallLedger } from './memory-call-ledger.ts';

const call = { id: 'c1', tool: 'weather', argumentsText: '{}' };

test('a call ends once: later ends change nothing', async () => {
  const ledger = createMemoryCallLedger();
  await ledger.open([call]);
  await ledger.start('c1');
  await ledger.settle('c1', 'done', { ok: true });
  await ledger.settle('c1', 'failed', { ok: false });
  await ledger.start('c1');
  await ledger.open([call]);
  expect(ledger.entries()).toMatchObject([{ id: 'c1', state: 'done', result: { ok: true } }]);
});

test('a late result stands beside the aborted one, and never replaces it', async () => {
  const ledger = createMemoryCallLedger();
  await ledger.open([call]);
  await ledger.settle('c1', 'aborted', { ok: false });
  await ledger.late('c1', { ok: true });
  expect(ledger.entries()).toMatchObject([
    { state: 'aborted', result: { ok: false }, lateResult: { ok: true } },
  ]);
});
