import { expect, test } from 'vitest';
import type { Route } from './route.ts';
import { ROUTES } from './routes.ts';

const table = Object.entries<Route>(ROUTES).map(([id, route]) => ({ id, route }));

test.each(table)('the params of $id are the names of its path', ({ route }) => {
  const names = [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  expect(new Set(Object.keys(route.params.shape))).toEqual(new Set(names));
});

test.each(table)(
  '$id has a body only where its method has one, and an answer unless it is 204',
  ({ route }) => {
    expect(route.body !== null && ['GET', 'DELETE'].includes(route.method)).toBe(false);
    expect(route.answer === null).toBe(route.status === 204 || route.isFile === true);
  },
);

test.each(table.filter(({ route }) => route.access === 'public'))(
  '$id is for anybody, so it is limited by address and takes no token',
  ({ route }) => {
    expect(route.rateLimit?.per).toBe('address');
    expect(route.scopes).toEqual([]);
  },
);

test('no two routes have the same method and the same path', () => {
  const places = table.map(({ route }) => `${route.method} ${route.path.replaceAll(/:\w+/g, ':')}`);
  expect(new Set(places).size).toBe(places.length);
});

test('what changes something is not for tokens that only read', () => {
  const changing = table.filter(({ route }) => route.method !== 'GET');
  expect(changing.filter(({ route }) => route.scopes.includes('read'))).toEqual([]);
});
