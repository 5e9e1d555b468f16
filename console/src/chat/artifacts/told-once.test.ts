import { expect, test } from 'vitest';
import type { Artifact } from '../state/turn-state.ts';
import { toldOnce } from './told-once.ts';

const missing = (name: string, reason: string): Artifact => ({
  id: undefined,
  name,
  media: 'file',
  mediaType: '',
  bytes: 0,
  url: '',
  state: 'failed',
  reason,
});
const FAILED = [missing('a.png', 'It is not there.'), missing('b [1].csv', 'Too large.')];
const NOTICE =
  '2 files could not be delivered:\n- a.png: It is not there.\n- b \\[1\\].csv: Too large.';

test.each([
  [`Done.\n\n${NOTICE}`, 'Done.'],
  [`Done.\n\n${NOTICE}\n\n| a |`, 'Done.\n\n| a |'],
  [NOTICE, ''],
])('ART-04 the notice of the platform is taken out of %j', (reply, left) => {
  expect(toldOnce(reply, FAILED)).toEqual({ reply: left, failed: FAILED });
});

test('ART-04 where the reply tells them in words of a channel, they are not told again', () => {
  const reply = 'Done.\n2 files: a.png: It is not there. b [1].csv: Too large.';
  expect(toldOnce(reply, FAILED)).toEqual({ reply, failed: [] });
});

test('ART-04 what the reply does not tell is told by itself', () => {
  expect(toldOnce('Done.', FAILED)).toEqual({ reply: 'Done.', failed: FAILED });
  expect(toldOnce('Done.', [])).toEqual({ reply: 'Done.', failed: [] });
});
