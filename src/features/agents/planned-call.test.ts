import { expect, test } from 'vitest';
import type { AssistantPart } from '#features/models/index.ts';
import { planStep } from './planned-call.ts';

function call(id: string, name: string, argumentsText = '{}'): AssistantPart {
  return { type: 'tool-call', id, name, argumentsText };
}

function plan(parts: readonly AssistantPart[], usedIds: Iterable<string> = []) {
  return planStep(parts, { tools: new Set(['echo']), usedIds: new Set(usedIds) }, false);
}

test('gives every call an id of its own, also where the server gave none or one twice', () => {
  const parts = ['', '', 'x', 'x', 'old'].map((id) => call(id, 'echo'));
  const step = plan(parts, ['old', 'call_1']);
  const ids = step.calls.map(({ id }) => id);
  expect(new Set([...ids, 'old', 'call_1']).size).toBe(7);
  expect(ids[2]).toBe('x');
  expect(step.parts.map((part) => part.type === 'tool-call' && part.id)).toEqual(ids);
});

test('a call id that can not be stored is replaced', () => {
  expect(plan([call('a\0b', 'echo'), call('\ud800', 'echo')]).calls.map(({ id }) => id)).toEqual([
    'call_1',
    'call_2',
  ]);
});

test('reads a name with white space or a namespace as the tool it means, and no other', () => {
  const names = [' echo ', 'functions.echo', 'Echo', 'echo2'].map((name) => call('', name));
  expect(plan(names).calls.map(({ tool }) => tool)).toEqual(['echo', 'echo', 'Echo', 'echo2']);
});

test('gives a provider back only names that it accepts', () => {
  const { parts } = plan([call('1', 'echo<|channel|>'), call('2', ''), call('3', '查天气')]);
  const names = parts.map((part) => part.type === 'tool-call' && part.name);
  expect(names).toEqual(['echo__channel__', 'unknown', '___']);
});

test('gives the very same part back where nothing is wrong with it', () => {
  const parts = [call('1', 'echo', '{ "a": 1 }')];
  expect(plan(parts).parts[0]).toBe(parts[0]);
});
