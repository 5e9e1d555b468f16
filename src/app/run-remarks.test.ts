import { expect, test } from 'vitest';
import type { SkillPackage } from '#features/packages/index.ts';
import { remarksOn } from './run-remarks.ts';

const config = [
  { name: 'API_TOKEN', required: true, secret: true, source: 'env' },
  { name: 'REGION', required: false, secret: false, source: 'env' },
];
const skills = [
  { name: 'mail', config },
  { name: 'note', config: [] },
] as unknown as SkillPackage[];
const told = (name: string, configurations: Parameters<typeof remarksOn>[2] = {}) =>
  remarksOn(skills, name, configurations).map(({ en }) => en);

test('an unknown skill is told with those that are there', () => {
  expect(told('nope')).toEqual([expect.stringContaining('mail, note')]);
});

test('required configuration that is missing is told by its name, in either case', () => {
  expect(told('mail')).toEqual([expect.stringContaining('API_TOKEN')]);
  expect(told('mail', { mail: { api_tokn: 'x' } })).toEqual([expect.stringContaining('API_TOKEN')]);
  expect(told('mail', { mail: { api_token: 'x' } })).toEqual([]);
  expect(told('note')).toEqual([]);
});

test('configuration for what is no skill is told', () => {
  expect(told('note', { noet: { a: 1 } })).toEqual([expect.stringContaining('noet')]);
});
