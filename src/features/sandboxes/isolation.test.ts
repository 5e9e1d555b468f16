import { mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import {
  finish,
  makePlace,
  PYTHON,
  openStage,
  workingProviders,
  type Finished,
} from './testing/real-sandboxes.ts';

const providers = await workingProviders();
const isRoot = process.getuid?.() === 0;

describe.each(providers)('in %s', (provider) => {
  const { sandbox, place } = openStage(provider);

  const sh = (script: string, ...values: string[]): Promise<Finished> =>
    finish(sandbox.start(place.request(['/bin/sh', '-c', script, 'sh', ...values])));
  const python = (code: string, ...values: string[]): Promise<Finished> =>
    finish(sandbox.start(place.request([PYTHON, '-I', '-c', code, ...values])));

  test('DOC-06 the workspace can be written to, the skill read, and nothing else is there', async () => {
    await writeFile(join(place.skill, 'SKILL.md'), 'of the skill');
    await writeFile(join(place.outside, 'secret'), 'of the machine');
    const done = await sh(
      'cat "$1/SKILL.md"; echo made > made.txt; ( : > "$1/x" ) 2>&1; cat "$2/secret" 2>&1; ls "$2" 2>&1',
      place.skill,
      place.outside,
    );
    expect(done.stdout).toContain('of the skill');
    expect(done.stdout).not.toContain('of the machine');
    expect(await readFile(join(place.workspace, 'made.txt'), 'utf8')).toBe('made\n');
    await expect(stat(join(place.skill, 'x'))).rejects.toThrow('ENOENT');
  });

  test.each([
    ['the passwords of the machine', 'cat /etc/shadow'],
    ['its keys', 'cat /root/.ssh/id_rsa /root/.netrc /root/.bash_history'],
    ['a write to /usr', 'touch /usr/qiao-test'],
    ['a write to the root', 'touch /qiao-test'],
    ['a write to /etc', 'touch /etc/qiao-test'],
    ['the name of the machine', 'cat /etc/hostname'],
    ['a mount', 'mount -t tmpfs none /mnt'],
    ['a user namespace', 'unshare -U true'],
    ['a device', 'mknod made-device b 7 0'],
    ['the memory of the machine', 'cat /dev/mem /proc/kcore'],
    ['another root', 'chroot / true'],
    ['the clock', 'date -s 2001-01-01'],
    ['the containers of the machine', 'ls /var/run/docker.sock'],
    ['services of the machine', 'ls /run/systemd /run/dbus'],
  ])('DOC-06 it has no way to %s', async (_, command) => {
    const done = await sh(`if ${command} >/dev/null 2>&1; then echo DONE; else echo REFUSED; fi`);
    expect(done.stdout).toBe('REFUSED\n');
  });

  test('CLI-08 nothing of the server’s environment is in it, not even in /proc', async () => {
    vi.stubEnv('QIAO_TEST_CANARY', 'canary-of-the-server');
    try {
      const done = await sh('env; cat /proc/*/environ 2>/dev/null | tr "\\0" "\\n"');
      expect(done.stdout).toContain('PATH=/usr/local/bin');
      expect(done.stdout).not.toContain('canary-of-the-server');
    } finally {
      vi.unstubAllEnvs();
    }
  });

  test('DOC-06 a link out of the workspace leads nowhere', async () => {
    await writeFile(join(place.outside, 'target'), 'of the machine');
    await symlink(join(place.outside, 'target'), join(place.workspace, 'link'));
    await symlink('/etc/shadow', join(place.workspace, 'shadow'));
    const done = await sh('cat link shadow; cat ../../outside/target');
    expect(done.stdout).toBe('');
  });

  test('DOC-06 it is nobody, and can become nobody else', async () => {
    const done = await sh(
      'id -u; grep -E "^(CapEff|CapBnd|NoNewPrivs)" /proc/self/status 2>/dev/null; su -c true 2>/dev/null && echo ROOT',
    );
    expect(done.stdout.split('\n')[0]).not.toBe('0');
    expect(done.stdout).not.toContain('ROOT');
  });

  test('DOC-06 it can neither see nor signal a process of the machine', async () => {
    const done = await python(
      `import os, sys
for id in map(int, sys.argv[1:]):
    try:
        os.kill(id, 0)
        print("signalled", id, open(f"/proc/{id}/cmdline").read())
    except OSError:
        pass
`,
      String(process.pid),
      String(process.ppid),
    );
    expect(done.stdout).not.toContain('vitest');
    expect(done.stdout).not.toContain('node');
  });

  test('DOC-06 a network of none reaches nobody: TCP, UDP, UNIX sockets by path and abstract ones', async () => {
    const servers = await listenEverywhere(place.outside);
    const done = await python(
      `import socket, sys
port, path, name = int(sys.argv[1]), sys.argv[2], sys.argv[3]
def attempt(what, family, kind, address):
    try:
        one = socket.socket(family, kind)
        one.settimeout(2)
        one.connect(address)
        one.send(b"x")
        print(what, "reached")
    except OSError as error:
        print(what, "refused")
attempt("tcp", socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", port))
attempt("tcp6", socket.AF_INET6, socket.SOCK_STREAM, ("::1", port))
attempt("unix", socket.AF_UNIX, socket.SOCK_STREAM, path)
attempt("abstract", socket.AF_UNIX, socket.SOCK_STREAM, "\\0" + name)
`,
      String(servers.port),
      servers.path,
      servers.abstract,
    );
    await servers.close();
    expect(done.stdout).toBe('tcp refused\ntcp6 refused\nunix refused\nabstract refused\n');
    expect(servers.connections()).toBe(0);
  });

  test.runIf(isRoot)(
    'DOC-06 each workspace has a user of its own, never root and never one of the machine',
    async () => {
      const other = makePlace();
      for (const one of [place, other])
        await finish(sandbox.start(one.request(['/bin/sh', '-c', 'echo x > mine'])));
      const [a, b] = await Promise.all(
        [place, other].map(async ({ workspace }) => stat(join(workspace, 'mine'))),
      );
      await other.remove();
      expect(a?.uid).toBeGreaterThan(65_535);
      expect(a?.uid).not.toBe(b?.uid);
      expect(a?.gid).toBe(a?.uid);
    },
  );

  test.runIf(isRoot)(
    'what was there before, and what root puts there, is the process’s to change',
    async () => {
      await mkdir(join(place.workspace, 'deep/er'), { recursive: true });
      await writeFile(join(place.workspace, 'deep/er/file'), 'old');
      const done = await sh('echo new > deep/er/file && mv deep moved && cat moved/er/file');
      expect(done.stdout).toBe('new\n');
    },
  );

  test('a temporary folder is there, is bounded where it is memory, and ends with the process', async () => {
    const done = await sh(
      'echo x > "$TMPDIR/of-mine" && cat "$TMPDIR/of-mine" && mktemp >/dev/null && echo made',
    );
    expect(done.stdout).toBe('x\nmade\n');
    if (provider !== 'bwrap') return;
    expect((await sh('ls -A /tmp')).stdout).not.toContain('of-mine');
    const large = await sh('head -c 400000000 /dev/zero > /tmp/large || echo FULL');
    expect(large.stdout).toBe('FULL\n');
  });
});

interface Listening {
  readonly port: number;
  readonly path: string;
  readonly abstract: string;
  connections(): number;
  close(): Promise<void>;
}

async function listenEverywhere(folder: string): Promise<Listening> {
  let connections = 0;
  const count = (): Server =>
    createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
  const [tcp, unix, hidden] = [count(), count(), count()];
  const path = join(folder, 'socket');
  const abstract = `qiao-${process.pid}-${Math.random()}`;
  await Promise.all([
    new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve)),
    new Promise<void>((resolve) =>
      unix.listen({ path, readableAll: true, writableAll: true }, resolve),
    ),
    new Promise<void>((resolve) => hidden.listen(`\0${abstract}`, resolve)),
  ]);
  const address = tcp.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    path,
    abstract,
    connections: () => connections,
    close: async () => {
      await pause(50);
      await Promise.all(
        [tcp, unix, hidden].map((server) => new Promise((resolve) => server.close(resolve))),
      );
    },
  };
}
