import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sandboxes } from '../create-sandboxes.ts';
import {
  finish,
  makePlace,
  PYTHON,
  realSandboxes,
  workingProviders,
  type Place,
} from '../testing/real-sandboxes.ts';
import { allowsName } from './allowed-names.ts';

const providers = await workingProviders();

test.each([
  ['none', { kind: 'none' }, 'a.example:443', false],
  ['public', { kind: 'public' }, 'a.example:443', true],
  ['a name', { kind: 'hosts', hosts: ['a.example'] }, 'A.example:443', true],
  ['another name', { kind: 'hosts', hosts: ['a.example'] }, 'b.example:443', false],
  ['a name that ends like it', { kind: 'hosts', hosts: ['a.example'] }, 'not-a.example:443', false],
  ['below a domain', { kind: 'hosts', hosts: ['*.a.example'] }, 'x.y.a.example:443', true],
  ['the domain itself', { kind: 'hosts', hosts: ['*.a.example'] }, 'a.example:443', false],
  ['its port', { kind: 'hosts', hosts: ['a.example:8443'] }, 'a.example:8443', true],
  ['another port', { kind: 'hosts', hosts: ['a.example:8443'] }, 'a.example:443', false],
] as const)('DOC-06 what is declared opens: %s', (...[, network, asked, expected]) => {
  const [host = '', port = ''] = asked.split(':');
  expect(allowsName(network, host, Number(port))).toBe(expected);
});

const get = (url: string): string => `
try:
    print(urllib.request.urlopen("${url}", timeout=10).read().decode())
except urllib.error.HTTPError as error:
    print(error.code, error.read().decode())
except OSError as error:
    print("failed", error)
`;

describe.each(providers)('out of %s', (provider) => {
  let sandbox: Sandboxes;
  let place: Place;
  let service: Server;
  let port = 0;
  const seen: string[] = [];
  beforeAll(async () => {
    service = createServer((request, response) => {
      seen.push(`${request.method} ${request.url} ${request.headers.host}`);
      request.resume();
      request.on('end', () => response.end('from the service'));
    });
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    const address = service.address();
    port = typeof address === 'object' && address !== null ? address.port : 0;
    sandbox = realSandboxes(provider, [`127.0.0.1:${port}`]);
    place = makePlace();
  });
  afterAll(async () => {
    await sandbox.close();
    await place.remove();
    await new Promise((resolve) => service.close(resolve));
  });

  const fetching = (code: string, hosts?: readonly string[]) =>
    finish(
      sandbox.start(
        place.request(
          [PYTHON, '-I', '-c', `import urllib.request, urllib.error, socket\n${code}`],
          {
            network: hosts === undefined ? { kind: 'public' } : { kind: 'hosts', hosts },
          },
        ),
      ),
    );

  test('DOC-06 a host that is declared and allowed is reached', async () => {
    const done = await fetching(get(`http://127.0.0.1:${port}/a?b=c`), ['127.0.0.1']);
    expect(done.stdout).toBe('from the service\n');
    expect(seen).toContain(`GET /a?b=c 127.0.0.1:${port}`);
    expect(done.egressDenied).toEqual([]);
  });

  test('DOC-06 a host that is not declared is refused, and it is told which', async () => {
    const before = seen.length;
    const done = await fetching(get(`http://127.0.0.1:${port}/`), ['api.example.com']);
    expect(done.stdout).toContain('403');
    expect(done.stdout).toContain('requires.network');
    expect(done.egressDenied).toEqual([`127.0.0.1:${port}`]);
    expect(seen).toHaveLength(before);
  });

  test('DOC-06 a tunnel to a host that is not declared is refused too', async () => {
    const done = await fetching(get('https://elsewhere.example/'), ['api.example.com']);
    expect(done.stdout).toContain('403');
    expect(done.egressDenied).toEqual(['elsewhere.example:443']);
  });

  test.each([
    'http://127.0.0.1:1/',
    'http://localhost:5432/',
    'http://10.0.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[::1]:8080/',
    'http://2130706433/',
    'http://0x7f.1/',
  ])('DOC-06 %s is inside, and refused whatever is declared', async (url) => {
    const done = await fetching(get(url));
    expect(done.stdout).toMatch(/40[03]|failed/);
    expect(done.stdout).not.toContain('from the service');
    expect(done.egressDenied.length).toBe(1);
  });

  test('DOC-06 there is no way past the proxy', async () => {
    const before = seen.length;
    const done = await fetching(`
def attempt(kind, address):
    try:
        one = socket.socket(socket.AF_INET, kind)
        one.settimeout(2)
        one.connect(address)
        one.send(b"GET / HTTP/1.0\\r\\n\\r\\n")
        return "sent"
    except OSError as error:
        return "refused"
print(attempt(socket.SOCK_STREAM, ("127.0.0.1", ${port})))
`);
    expect(done.stdout).toBe('refused\n');
    expect(seen).toHaveLength(before);
  });

  test('DOC-06 a body goes through whole, in both directions, and Node’s fetch knows the way', async () => {
    const code = `const r = await fetch('http://127.0.0.1:${port}/up', { method: 'POST', body: 'x'.repeat(300000) }); console.log(r.status, await r.text())`;
    const done = await finish(
      sandbox.start(
        place.request([process.execPath, '--input-type=module', '-e', code], {
          network: { kind: 'hosts', hosts: [`127.0.0.1:${port}`] },
          mounts: [...place.request(['x']).mounts, { path: process.execPath, access: 'read' }],
        }),
      ),
    );
    expect(done.stdout).toBe('200 from the service\n');
  });
});
