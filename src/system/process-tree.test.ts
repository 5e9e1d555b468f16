import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startChild, systemEnvironment } from './child-process.ts';
import { readProcess, readProcessTable } from './process-table.ts';
import { createProcessTree } from './process-tree.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'qiao-tree-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Starts Python code with `tell(*words)`, which prints a line, and `wait(name)`, which waits for that file. */
function startPython(name: string, code: string) {
  const given = `
import os, sys, time
def tell(*words): print(*words, flush=True)
def wait(name):
    while not os.path.exists(name): time.sleep(0.005)
`;
  const child = startChild({
    command: ['python3', '-I', '-c', given + code],
    environment: { ...systemEnvironment(), QIAO_TREE: name },
    folder,
    hasChannel: false,
  });
  const lines = (async function* () {
    for await (const chunk of child.stdout ?? []) yield* String(chunk).trim().split('\n');
  })();
  const tree = createProcessTree(child.pid ?? 0, `QIAO_TREE=${name}`);
  return { child, tree, nextId: async () => Number((await lines.next()).value) };
}

const SLEEP = `os.execve('/bin/sleep', ['sleep', '600'], {})`;

describe.runIf(process.platform === 'linux')('a daemon', () => {
  test('CLI-09 that had a session for a while, then lost parent, environment and pipes, is killed', async () => {
    const started = startPython(
      'session',
      `
if os.fork() == 0:
    os.setsid()
    tell(os.getpid())
    wait('looked')
    if os.fork(): os._exit(0)
    while os.getppid() == os.getsid(0): time.sleep(0.005)
    tell(os.getpid())
    nowhere = os.open(os.devnull, os.O_RDWR)
    for number in range(3): os.dup2(nowhere, number)
    ${SLEEP}
wait('never')
`,
    );
    const { child, tree, nextId } = started;
    const leader = await nextId();
    expect(tree.membersIn(readProcessTable()).map(({ id }) => id)).toContain(leader);
    await writeFile(join(folder, 'looked'), '');
    const daemon = await nextId();
    expect(tree.membersIn(readProcessTable()).map(({ id }) => id)).toContain(daemon);
    await tree.kill();
    expect(readProcess(daemon)).toBeUndefined();
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  });

  test('CLI-09 that left session, parent and environment before anybody looked, but prints where the skill does, is killed', async () => {
    const started = startPython(
      'pipes',
      `
child = os.fork()
if child == 0:
    os.setsid()
    if os.fork(): os._exit(0)
    while os.getppid() == os.getsid(0): time.sleep(0.005)
    os.setsid()
    os.execve('/bin/sh', ['sh', '-c', 'echo $$; exec sleep 600'], {})
os.waitpid(child, 0)
wait('never')
`,
    );
    const { child, tree, nextId } = started;
    const daemon = await nextId();
    expect(readProcess(daemon)).toBeDefined();
    await tree.kill();
    expect(readProcess(daemon)).toBeUndefined();
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  });

  test('a kill reaches nobody of another tree, and not the one who kills', async () => {
    const code = `tell(os.getpid())\nwait('never')`;
    const [one, other] = [startPython('one', code), startPython('other', code)];
    await Promise.all([one.nextId(), other.nextId()]);
    other.tree.membersIn(readProcessTable());
    await one.tree.kill();
    expect(readProcess(other.child.pid ?? 0)).toBeDefined();
    await other.tree.kill();
    expect(readProcess(other.child.pid ?? 0)).toBeUndefined();
  });
});
