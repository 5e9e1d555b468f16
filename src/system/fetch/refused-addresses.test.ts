// What is refused before anything is sent.

import { expect, test } from 'vitest';
import { nextHop } from './next-hop.ts';
import { get } from './testing/fetch-fixture.ts';

test.each([
  'http://127.0.0.1/',
  'http://127.1/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://017700000001/',
  'http://0177.0.0.1/',
  'http://0/',
  'http://0.0.0.0/',
  'http://127.0.0.1./',
  'http://１２７.０.０.１/',
  'http://[::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[::]/',
  'http://[fd00:ec2::254]/',
  'http://[fe80::1]/',
  'http://169.254.169.254/latest/meta-data/',
  'http://2852039166/',
  'http://10.0.0.1/',
  'http://192.168.1.1:8080/',
  'http://100.100.100.200/',
  'http://224.0.0.1/',
  'http://localhost/',
  'http://LOCALHOST./',
])('ART-03 refuses %s before anything is sent', async (url) => {
  await expect(get({ url })).rejects.toMatchObject({
    code: 'not-allowed',
    details: { refused: 'address' },
    text: { en: expect.stringContaining('QIAO_ALLOW_HOSTS') },
  });
});

test.each([
  ['no address', 'nonsense'],
  ['no address', ''],
  ['no address', 'http://[::1'],
  ['no address', 'http://1.2.3.4.5.6/'],
  ['another scheme', 'file:///etc/passwd'],
  ['another scheme', 'ftp://example.com/'],
  ['another scheme', 'gopher://127.0.0.1:70/'],
  ['another scheme', 'data:text/html,hi'],
  ['another scheme', 'javascript:alert(1)'],
  ['a password', 'http://user:pass@example.com/'],
  ['a user', 'https://127.0.0.1@example.com/'],
  ['a length', `https://example.com/${'a'.repeat(9000)}`],
])('refuses what has %s: %s', async (_, url) => {
  await expect(get({ url })).rejects.toMatchObject({ code: 'input-invalid' });
});

test.each([22, 25, 110, 143, 587, 3306, 5432, 6379, 9200, 11_211, 27_017, 2375])(
  'refuses port %d, where no pages are',
  async (port) => {
    await expect(get({ url: `http://93.184.216.34:${port}/` })).rejects.toMatchObject({
      code: 'not-allowed',
      details: { refused: 'port' },
    });
  },
);

test('a key that was to be sent encrypted is not sent on in the open', () => {
  const response = { statusCode: 307, headers: { location: 'http://a.example/' } };
  const headers = { accept: '*/*', authorization: 'x' };
  const hop = { url: 'https://a.example/', method: 'GET', headers };
  expect(nextHop(response, new URL(hop.url), hop)).toEqual({
    url: 'http://a.example/',
    method: 'GET',
    headers: { accept: '*/*' },
  });
});
