// The program of a TypeScript worker: `node … <this> <bundle> <handler> <skill's directory>`.

import { AsyncLocalStorage } from 'node:async_hooks';
import { Socket } from 'node:net';
import { inspect } from 'node:util';
import { createHostClient, type HostClient } from './host-client.ts';
import { loadSkill, type LoadedSkill } from './load-skill.ts';
import { raisedMessage, runCall } from './run-call.ts';
import { openWire, type Message } from './wire.ts';

const CHANNEL = 3;

/** The number of the call in which something was started. */
const origins = new AsyncLocalStorage<number>();
const [bundle = '', handler = '', folder = ''] = process.argv.slice(2);
let loading: Promise<LoadedSkill> | undefined;
let loaded: LoadedSkill | undefined;
let current:
  | { readonly number: number; readonly host: HostClient; readonly abort: AbortController }
  | undefined;

const wire = openWire(new Socket({ fd: CHANNEL, readable: true, writable: true }), receive);
process.on('uncaughtException', escaped);
process.on('unhandledRejection', escaped);
wire.send({ type: 'ready' });

function receive(message: Message): void {
  if (message['type'] === 'call') origins.run(Number(message['call']), () => void run(message));
  else if (message['type'] === 'reply') current?.host.settle(message);
  else if (message['type'] === 'abort') {
    current?.abort.abort(new DOMException('The run was stopped.', 'AbortError'));
  }
}

async function run(message: Message): Promise<void> {
  const number = Number(message['call']);
  const host = createHostClient(number, () => wire);
  const abort = new AbortController();
  current = { number, host, abort };
  loading ??= loadSkill({ bundle, handler, folder });
  loaded ??= await loading;
  if (loaded.type !== 'loaded') {
    wire.send({ ...loaded, call: number });
    return;
  }
  const { input, context } = message;
  const data = typeof context === 'object' && context !== null ? context : {};
  const call = { number, input, context: data, host, signal: abort.signal };
  await runCall(loaded.entry, call, wire);
}

/** Thrown where nobody could catch it, in a timer say: the call it belongs to can't be waited for. */
function escaped(error: unknown): void {
  const number = origins.getStore() ?? current?.number;
  // What an earlier call left behind fails for itself.
  if (number !== current?.number || number === undefined)
    process.stderr.write(`${inspect(error)}\n`);
  else wire.send({ ...raisedMessage(number, error), fatal: true });
}
