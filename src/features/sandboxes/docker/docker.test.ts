import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readAllowedHosts } from '#system/fetch/allowed-hosts.ts';
import { systemResolver } from '#system/fetch/check-target.ts';
import { finish, makePlace, type Place } from '../testing/real-sandboxes.ts';
import { dockerCommand } from './docker-command.ts';
import { createDockerSandbox } from './docker-sandbox.ts';

const egress = { allowed: readAllowedHosts([]), resolveHost: systemResolver };
let place: Place;
let folder = '';
beforeAll(async () => {
  place = makePlace();
  folder = await mkdtemp(join(tmpdir(), 'qiao-docker-'));
});
afterAll(async () => {
  await place.remove();
  await rm(folder, { recursive: true, force: true });
});

/** A client that writes down what it is asked, and answers as Docker's does where there is an engine. */
async function engineThat(answers: string): Promise<{ path: string; asked(): Promise<string[]> }> {
  const path = join(folder, `docker-${Math.random()}`);
  const log = `${path}.log`;
  const script = `#!/bin/sh\nprintf '%s\\n' "$*" >> "${log}"\ncase "$1 $2" in\n${answers}\nesac\n`;
  await writeFile(path, script);
  await chmod(path, 0o755);
  return {
    path,
    asked: async () => (await readFile(log, 'utf8')).trim().split('\n'),
  };
}

const RUNNING = `"version --format") echo 28.2.2 ;;\n"image inspect") exit 0 ;;\n"ps "*) ;;`;

test('DOC-06 the command line of a container opens the workspace and the skill, and nothing else', () => {
  const command = dockerCommand({
    engine: '/usr/bin/docker',
    image: 'python:3-slim',
    name: 'qiao-1',
    request: place.request(['/bin/sh', '-c', 'ls']),
    environment: { TOKEN: 'secret', HOME: '/tmp' },
    user: '1000123:1000123',
    files: [['/run/x/passwd', '/etc/passwd']],
    egress: undefined,
  });
  const line = command.join(' ');
  for (const option of [
    '--network none',
    '--read-only',
    '--cap-drop ALL',
    '--security-opt no-new-privileges',
    '--user 1000123:1000123',
    '--pull never',
    '--pids-limit 1024',
    `--memory ${512 * 1024 * 1024}`,
    `--mount type=bind,source=${place.workspace},target=${place.workspace} `,
    `--mount type=bind,source=${place.skill},target=${place.skill},readonly `,
    '--entrypoint /bin/sh python:3-slim -c ls',
  ])
    expect(line).toContain(option);
  expect(command.filter((part) => part === '--mount')).toHaveLength(3);
  expect(line).not.toContain('secret');
  expect(command.slice(command.indexOf('--env'), command.indexOf('--env') + 2)).toEqual([
    '--env',
    'TOKEN',
  ]);
});

test('DOC-06 a path with a comma is one field of its mount', () => {
  const request = {
    ...place.request(['/bin/true']),
    mounts: [{ path: '/a,b', access: 'read' }],
  } as const;
  const command = dockerCommand({
    engine: 'docker',
    image: 'i',
    name: 'n',
    request,
    environment: {},
    user: '1:1',
    files: [],
    egress: undefined,
  });
  expect(command).toContain('type=bind,"source=/a,b","target=/a,b",readonly');
});

test('DOC-06 a network goes through the socket of the proxy, by the bridge in front of the program', () => {
  const command = dockerCommand({
    engine: 'docker',
    image: 'i',
    name: 'n',
    request: place.request(['/bin/sh', '-c', 'ls']),
    environment: {},
    user: '1:1',
    files: [],
    egress: '/tmp/q/1.sock',
  });
  expect(command).toContain('none');
  expect(command).toContain('type=bind,source=/tmp/q/1.sock,target=/run/egress.sock,readonly');
  const entry = command.indexOf('--entrypoint');
  expect(command[entry + 1]).toBe('python3');
  expect(command.slice(-3)).toEqual(['/bin/sh', '-c', 'ls']);
});

test.each([
  [
    'no engine',
    'version*) echo "Cannot connect to the Docker daemon" >&2; exit 1 ;;',
    'Cannot connect',
  ],
  [
    'no image',
    `"version --format") echo 28 ;;\n"image inspect") exit 1 ;;`,
    'no image python:3-slim',
  ],
])('a client with %s does not work, and says why', async (_, answers, reason) => {
  const engine = await engineThat(answers);
  const sandbox = createDockerSandbox({ image: 'python:3-slim', egress, engines: [engine.path] });
  const examined = await sandbox.examine();
  expect(examined).toMatchObject({ works: false });
  expect(examined.reason.en).toContain(reason);
  await expect(sandbox.start(place.request(['/bin/true']))).rejects.toMatchObject({
    code: 'sandbox-unavailable',
  });
  await sandbox.close();
});

test('what a killed server left is removed, what a living one runs is not', async () => {
  const gone = `${(await import('#system/process-identity.ts')).ownProcessIdentity().split('/')[0]}/999999999/1`;
  const engine = await engineThat(
    `"version --format") echo 28 ;;\n"image inspect") exit 0 ;;\n"ps --filter") echo "aaa ${gone}"; echo "bbb another-machine/1/1" ;;`,
  );
  const sandbox = createDockerSandbox({ image: 'i', egress, engines: [engine.path] });
  expect(await sandbox.examine()).toMatchObject({ works: true });
  await sandbox.close();
  const removed = (await engine.asked()).filter((line) => line.startsWith('rm'));
  expect(removed).toEqual(['rm --force aaa']);
});

test('a stop ends the container, not only the client', async () => {
  const engine = await engineThat(`${RUNNING}\n"run "*) exec sleep 600 ;;`);
  const sandbox = createDockerSandbox({ image: 'i', egress, engines: [engine.path] });
  await sandbox.examine();
  const started = await sandbox.start(place.request(['/bin/sh', '-c', 'sleep 600']));
  await started.kill();
  expect(await started.ended).toMatchObject({ endedBy: 'kill' });
  const asked = await engine.asked();
  const name = /--name (\S+)/.exec(asked.find((line) => line.startsWith('run')) ?? '')?.[1];
  expect(asked).toContain(`rm --force ${name}`);
  await sandbox.close();
});

test('values of the skill’s variables reach the client by its environment; those that lead it elsewhere do not', async () => {
  const engine = await engineThat(`${RUNNING}\n"run "*) env ;;`);
  const sandbox = createDockerSandbox({ image: 'i', egress, engines: [engine.path] });
  await sandbox.examine();
  const environment = {
    PATH: '/usr/bin:/bin',
    TOKEN: 'of-the-skill',
    DOCKER_HOST: 'tcp://evil:1',
    LD_PRELOAD: 'x',
  };
  const done = await finish(sandbox.start(place.request(['/bin/true'], { environment })));
  expect(done.stdout).toContain('TOKEN=of-the-skill');
  expect(done.stdout).not.toContain('evil');
  expect(done.stdout).not.toContain('LD_PRELOAD');
  await sandbox.close();
});
