// Encrypted addresses: a certificate that nobody vouches for is told, and nothing is read.

import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { get } from './testing/fetch-fixture.ts';

test('a certificate of its own making is refused, with the host and the reason', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'qiao-cert-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const where = ['-keyout', key, '-out', cert, '-subj', '/CN=self.test', '-days', '2'];
  execFileSync('openssl', ['req', ...kind, ...where], { stdio: 'ignore' });
  let asked = 0;
  const server = createServer(
    { key: readFileSync(key), cert: readFileSync(cert) },
    (_, response) => {
      asked += 1;
      response.end('secret');
    },
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const url = `https://self.test:${port}/`;
  const parts = { allowHosts: ['self.test'], resolveHost: async () => ['127.0.0.1'] };
  await expect(get({ url }, parts)).rejects.toMatchObject({
    code: 'server-unreachable',
    text: { en: expect.stringContaining('certificate of self.test') },
  });
  expect(asked).toBe(0);
  server.close();
  rmSync(folder, { recursive: true });
});
