import { expect, test } from 'vitest';
import { composeReply, displayBlockOf } from './reply.ts';

const block = (markdown: string, only = false) => ({ markdown, only });
const onWeb = (text: string, ...blocks: ReturnType<typeof block>[]) =>
  composeReply({ text, blocks, isRichChannel: true });

test('DSP-01 appends the blocks after the text, in call order', () => {
  expect(onWeb('Here.', block('| a |'), block('| b |'))).toBe('Here.\n\n| a |\n\n| b |');
});

test('DSP-01 leaves out a block that the text already contains verbatim', () => {
  expect(onWeb('See:\n\n| a |\n\nDone.', block('| a |\n'))).toBe('See:\n\n| a |\n\nDone.');
  expect(onWeb('See |a|', block('| a |'))).toBe('See |a|\n\n| a |');
});

test('DSP-01 shows equal blocks once', () => {
  expect(onWeb('x', block('| a |'), block('| b |'), block('| a |\n'))).toBe('x\n\n| a |\n\n| b |');
});

test('DSP-01 a turn without text shows its blocks alone', () => {
  expect(onWeb('', block('| a |'))).toBe('| a |');
});

test('DSP-01 blank blocks and no blocks leave the text as it is', () => {
  expect(onWeb('x \n', block(' \n'))).toBe('x \n');
  expect(onWeb('x')).toBe('x');
});

test('DSP-01 keeps the indent of a first line', () => {
  expect(onWeb('x', block('\n\n    code\n'))).toBe('x\n\n    code');
});

test('DSP-01, DSP-02 on a text channel the reply is the text', () => {
  const blocks = [block('| a |'), block('| b |', true)];
  expect(composeReply({ text: 'told', blocks, isRichChannel: false })).toBe('told');
});

test('DSP-03 display_only replaces the text', () => {
  expect(onWeb('the model retells', block('| a |', true))).toBe('| a |');
  expect(onWeb('it says | a |', block('| a |', true))).toBe('| a |');
});

test('DSP-03 other blocks of the turn stay, in call order', () => {
  expect(onWeb('text', block('| a |'), block('| b |', true))).toBe('| a |\n\n| b |');
});

test('DSP-03 a blank block replaces nothing', () => {
  expect(onWeb('text', block('', true))).toBe('text');
});

test('DSP-01 a block comes from a text in display_md, of a failure too', () => {
  expect(displayBlockOf({ ok: false, display_md: '**x**' })).toEqual(block('**x**'));
  expect(displayBlockOf({ display_md: 'x', display_only: true })).toEqual(block('x', true));
  expect(displayBlockOf({ display_md: 'x', display_only: 'yes' })).toEqual(block('x'));
  for (const display_md of ['', ' ', null, 5, ['x'], {}])
    expect(displayBlockOf({ display_md })).toBeUndefined();
  expect(displayBlockOf({ display_only: true })).toBeUndefined();
});
