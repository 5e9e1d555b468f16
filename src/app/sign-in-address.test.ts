import { expect, test } from 'vitest';
import { readSettings } from '#system/settings.ts';
import { othersAddress, serverAddress } from './sign-in-address.ts';

const address = (ip: string, family: 'IPv4' | 'IPv6', internal: boolean) => ({
  address: ip,
  internal,
  netmask: '',
  mac: '',
  cidr: null,
  ...(family === 'IPv4' ? { family } : { family, scopeid: 0 }),
});
const interfaces = {
  lo: [address('127.0.0.1', 'IPv4', true)],
  eth0: [address('fe80::1', 'IPv6', false), address('192.0.2.7', 'IPv4', false)],
};

test('a server on all addresses says which one others may use', () => {
  const settings = readSettings({ QIAO_HOST: '0.0.0.0' });
  expect(serverAddress(settings, 4700)).toBe('http://localhost:4700');
  expect(othersAddress(settings, 4700, interfaces)).toBe('http://192.0.2.7:4700');
  expect(othersAddress(settings, 4700, { lo: interfaces.lo })).toBeUndefined();
});

test.each([{}, { QIAO_HOST: '0.0.0.0', QIAO_PUBLIC_URL: 'https://q.example.com' }])(
  'with %j there is no other address to tell',
  (environment) => {
    expect(othersAddress(readSettings(environment), 4700, interfaces)).toBeUndefined();
  },
);
