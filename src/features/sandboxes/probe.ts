// Whether a sandbox keeps its word: a trial run with the command line of real ones looks for what it must not find.

import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError, messageOf } from '#base/app-error.ts';
import { sameText, type Text } from '#base/text.ts';
import { sandboxTexts } from '#contract/texts/sandbox-texts.ts';
import { startChild } from '#system/child-process.ts';
import type { Sandbox, SandboxProcess } from './sandbox.ts';

export interface ProbeResult {
  readonly works: boolean;
  readonly reason: Text;
}

const PATIENCE_MS = 15_000;
const MEMORY_BYTES = 256 * 1024 * 1024;
const VARIABLE = 'QIAO_PROBE_OUTSIDE';
const PATH = '/usr/local/bin:/usr/bin:/bin';

/** Prints a line for each thing found that must not be there, and DONE. `$1`: a file outside, `$2`: its content, `$3`: a process outside, `$4`: its process namespace, `$5`: a port that is listened on outside. */
const LOOK = `
[ -e "$1" ] && cat "$1" >/dev/null 2>&1 && echo "FOUND a file of the machine"
( : > /usr/.qiao-probe ) 2>/dev/null && echo "FOUND a writable /usr"
( : > /.qiao-probe ) 2>/dev/null && echo "FOUND a writable root"
cat /etc/shadow >/dev/null 2>&1 && echo "FOUND the machine's passwords"
for file in /proc/[0-9]*/environ; do
  tr '\\0' '\\n' < "$file" 2>/dev/null | grep -q "^${VARIABLE}=" && echo "FOUND the server's environment"
done
unshare -U true 2>/dev/null && echo "FOUND a way to a new user namespace"
space=$(readlink /proc/self/ns/pid 2>/dev/null)
{ [ -z "$space" ] || [ "$space" = "$4" ]; } && kill -0 "$3" 2>/dev/null && echo "FOUND a process of the machine"
bash -c "exec 9<>/dev/tcp/127.0.0.1/$5" 2>/dev/null && echo "FOUND a network"
[ "$(id -u)" = 0 ] && echo "FOUND root"
printf '%s' "$2" > made-inside && echo DONE
`;

/** Never throws: what goes wrong is the reason. */
export async function probeSandbox(sandbox: Sandbox): Promise<ProbeResult> {
  const word = randomBytes(9).toString('hex');
  const workspace = await mkdtemp(join(tmpdir(), 'qiao-probe-'));
  try {
    const decoy = await setDecoys(word);
    try {
      const output = await look(sandbox, [workspace, word], decoy.arguments);
      const made = await readFile(join(workspace, 'made-inside'), 'utf8').catch(() => '');
      return judge(decoy.wasReached() ? `${output}\nFOUND a network` : output, made === word);
    } finally {
      await decoy.remove();
    }
  } catch (error) {
    const reason = error instanceof AppError ? error.text : sameText(messageOf(error));
    return { works: false, reason };
  } finally {
    await rm(workspace, { recursive: true, force: true });
  }
}

async function look(
  sandbox: Sandbox,
  [workspace, word]: readonly [string, string],
  decoys: readonly [string, ...string[]],
): Promise<string> {
  const [canary, ...others] = decoys;
  const started = await sandbox.start({
    command: ['/bin/sh', '-c', LOOK, 'sh', canary, word, ...others],
    environment: { PATH },
    folder: workspace,
    mounts: [{ path: workspace, access: 'write' }],
    network: { kind: 'none' },
    programs: 'any',
    limits: { memoryBytes: MEMORY_BYTES },
    hasChannel: false,
  });
  return outputOf(started);
}

/** What a process inside must not get at: a file, a process with a variable, a port. */
async function setDecoys(word: string): Promise<{
  readonly arguments: readonly [string, ...string[]];
  wasReached(): boolean;
  remove(): Promise<void>;
}> {
  const folder = await mkdtemp(join(tmpdir(), 'qiao-probe-'));
  const canary = join(folder, 'canary');
  await writeFile(canary, word);
  const child = startChild({
    command: ['/bin/sleep', String((2 * PATIENCE_MS) / 1000)],
    environment: { [VARIABLE]: word, PATH },
    folder: '/',
    hasChannel: false,
  });
  child.on('error', () => undefined);
  let wasReached = false;
  const server = createServer((socket) => {
    wasReached = true;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const space = await readlink('/proc/self/ns/pid').catch(() => '');
  return {
    arguments: [canary, String(child.pid ?? 0), space, String(port)],
    wasReached: () => wasReached,
    remove: async () => {
      child.kill('SIGKILL');
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function judge(output: string, wasMade: boolean): ProbeResult {
  const lines = output.split('\n').map((line) => line.trim());
  const found = lines.filter((line) => line.startsWith('FOUND ')).map((line) => line.slice(6));
  if (found.length > 0) return { works: false, reason: sandboxTexts.leaks(found.join(', ')) };
  if (lines.includes('DONE') && wasMade) return { works: true, reason: sandboxTexts.works() };
  return { works: false, reason: sandboxTexts.noAnswer(output.trim().slice(0, 300)) };
}

async function outputOf(process: SandboxProcess): Promise<string> {
  let output = '';
  process.onOutput((chunk) => {
    output += chunk.toString('utf8');
  });
  const timer = setTimeout(() => void process.kill().catch(() => undefined), PATIENCE_MS);
  try {
    await process.ended;
  } finally {
    clearTimeout(timer);
  }
  return output;
}
