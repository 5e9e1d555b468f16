// Takes away from this process what Python never needs of Node: whoever gets through to JavaScript finds nothing there (DOC-07).

import dgram from 'node:dgram';
import dns from 'node:dns';
import { registerHooks, syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import os from 'node:os';
import vm from 'node:vm';
import { disarm, refuse } from './disarm.ts';
import { restrictFiles } from './restrict-files.ts';

/** Node itself calls these; the rest of `process` is for programs. */
const NODE_NEEDS = new Set([
  '_tickCallback',
  'emit',
  'emitWarning',
  'exit',
  'listenerCount',
  'nextTick',
  'off',
  'on',
  'reallyExit',
  'removeListener',
]);
/** Pyodide needs these, besides the language itself. */
const KEPT_GLOBALS = ['TextDecoder', 'TextEncoder', 'WebAssembly', 'globalThis'];

/** `workspace`: the only folder in which files are reached from now on. Can't be undone. */
export function lockDown(workspace: string): void {
  for (const each of [net, dgram, dns, dns.promises, os]) disarm(each);
  restrictFiles(workspace);
  syncBuiltinESMExports();
  const { platform, version, versions } = process;
  const clock = performance;
  const time = { timeOrigin: clock.timeOrigin, now: () => clock.now() };
  disarm(process, NODE_NEEDS);
  removeGlobals();
  const stand = { platform, version, versions, env: {}, argv: [] };
  const silent = Object.fromEntries(Object.keys(console).map((name) => [name, () => undefined]));
  for (const [name, value] of Object.entries({
    process: stand,
    console: silent,
    performance: time,
  })) {
    Reflect.defineProperty(globalThis, name, { value });
  }
  // No module is loaded any more: none of Node's, no file that the code wrote, no `data:` address.
  registerHooks({ resolve: refuse, load: refuse });
}

function removeGlobals(): void {
  const language: unknown = vm.runInNewContext('Object.getOwnPropertyNames(globalThis)');
  const kept = new Set([...(Array.isArray(language) ? language : []), ...KEPT_GLOBALS]);
  kept.delete('eval');
  for (const name of Reflect.ownKeys(globalThis)) {
    if (typeof name === 'string' && !kept.has(name)) Reflect.deleteProperty(globalThis, name);
  }
}
