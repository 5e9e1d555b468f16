import { once } from 'node:events';
import { expect, test } from 'vitest';
import { startChild, systemEnvironment } from '#system/child-process.ts';
import { createProcessTree } from '#system/process-tree.ts';
import { createTreeMonitor } from './tree-monitor.ts';

test('tells the guard of a descendant that left its session and its environment, and of its end', async () => {
  if (process.platform !== 'linux') return;
  const watched = new Set<number>();
  const forgotten = new Set<number>();
  const monitor = createTreeMonitor({
    ensureRunning: () => undefined,
    watch: (group) => watched.add(group),
    forget: (group) => forgotten.add(group),
    close: async () => undefined,
  });
  const script = `setsid env -i /bin/sh -c 'echo $$; read -r line < /dev/zero' & wait`;
  const child = startChild({
    command: ['/bin/sh', '-c', script],
    environment: systemEnvironment(),
    folder: '/',
    hasChannel: false,
  });
  const root = child.pid ?? 0;
  const [line] = await once(child.stdout ?? child, 'data');
  const runaway = Number(String(line));
  const tree = createProcessTree(root, 'QIAO_TREE=none');
  const entry = { group: root, tree, memoryBytes: Infinity, onTooMuchMemory: () => undefined };
  monitor.add(entry);
  await expect.poll(() => [...watched], { timeout: 30_000 }).toEqual([root, runaway]);
  await tree.kill();
  await expect.poll(() => [...forgotten], { timeout: 30_000 }).toEqual([runaway]);
  monitor.remove(entry);
  expect(forgotten).toEqual(new Set([runaway, root]));
});
