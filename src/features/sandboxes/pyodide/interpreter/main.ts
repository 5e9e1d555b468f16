// The process in which code runs: `node … <this> <Pyodide's folder> <run_code.py> <workspace> <cold|record|snapshot's path>`.

import type { PyodideAPI } from 'pyodide';
import { loadInterpreter, MODULE, type LoadRequest } from './load-interpreter.ts';
import { lockDown } from './lock-down.ts';
import { openParentChannel, type ParentChannel } from './parent-channel.ts';

/** Answers what came of it as JSON. */
type Execute = (code: string) => string;

const [pyodideFolder = '', program = '', workspace = '', given = ''] = process.argv.slice(2);
const start: LoadRequest['start'] =
  given === 'cold' || given === 'record' ? given : { file: given };
const exit = process.exit.bind(process);

const channel = openParentChannel();
const { python, recorded, ...ready } = await loadInterpreter({ pyodideFolder, program, start });
const execute = closeOff(python, channel);
lockDown(workspace);
if (recorded !== undefined) channel.send('snapshot', recorded);
channel.sendMessage(JSON.stringify({ type: 'ready', ...ready }));
// Everything before this is ours; what comes now is anybody's.
const request = channel.receive();
if (request !== undefined) {
  channel.sendMessage('{"type":"started"}');
  channel.sendMessage(`{"type":"finished","outcome":${runOnce(execute, request)}}`);
}
exit(0);

/** Gives Python its files and streams, and takes its bridge to JavaScript. */
function closeOff(interpreter: PyodideAPI, server: ParentChannel): Execute {
  interpreter.mountNodeFS('/workspace', workspace);
  interpreter.setStdin({ error: true });
  for (const stream of ['stdout', 'stderr'] as const) {
    const write = (bytes: Uint8Array): number => {
      server.sendOutput(stream, bytes);
      return bytes.length;
    };
    if (stream === 'stdout') interpreter.setStdout({ write });
    else interpreter.setStderr({ write });
  }
  const module = interpreter.pyimport(MODULE);
  module.close_off();
  return module.execute;
}

function runOnce(run: Execute, { code }: { readonly code: string }): string {
  try {
    return run(code);
  } catch (error) {
    return JSON.stringify(lastWord(error));
  }
}

/** Python itself came to its end: `os._exit`, a stack or a memory that was not even enough to tell of it. */
function lastWord(error: unknown): object {
  const { status, type }: { status?: unknown; type?: unknown } = Object(error);
  if (typeof status === 'number') return { failure: 'exited', status };
  if (error instanceof RangeError) return { failure: 'stack-exhausted' };
  const isMemory = type === 'MemoryError';
  return isMemory
    ? { failure: 'memory-exhausted' }
    : { failure: 'crashed', message: String(error) };
}
