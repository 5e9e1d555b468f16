// Whoever gets from Python to JavaScript (DOC-07): here with all of JavaScript, and with Node's modules in hand from before.

import { execFile } from 'node:child_process';
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createCodeFixture,
  layOutCanaries,
  type Canaries,
  type CodeFixture,
} from './code-fixture.ts';
import { findInterpreterFiles } from './interpreter-files.ts';
import { interpreterRequest } from './interpreter-request.ts';

/** Each is tried in a process that was started and locked as an interpreter's is. */
const ATTEMPTS = {
  'a file': 'fs.readFileSync(SECRET)',
  'a file by an original function': 'originals.readFileSync(SECRET)',
  'a file by a promise': 'fs.promises.readFile(SECRET)',
  'a file by a stream': 'fs.createReadStream(SECRET)',
  'a file by a file handle': 'originals.openAsBlob(SECRET).then((blob) => blob.text())',
  'a file through a link': 'fs.openSync(WORKSPACE + "/to-file", 0)',
  'a file by dots': 'fs.openSync(WORKSPACE + "/../outside/secret.txt", 0)',
  'a folder beside': 'fs.readdirSync(OUTSIDE)',
  'a folder of the same beginning': 'fs.readdirSync(WORKSPACE + "x")',
  'writing beside': 'fs.openSync(MARKER, 65, 0o600)',
  'writing beside by an original function': 'originals.writeFileSync(MARKER, "x")',
  'a link': 'fs.symlinkSync(SECRET, WORKSPACE + "/made")',
  'a link by an original function': 'originals.symlinkSync(OUTSIDE, WORKSPACE + "/made")',
  'a hard link by an original function': 'originals.linkSync(SECRET, WORKSPACE + "/made")',
  'the way to the server': 'fs.writeSync(3, "x")',
  'a descriptor that it did not open': 'fs.closeSync(0)',
  'the rights of the workspace': 'fs.chmodSync(WORKSPACE, 0o777)',
  'a database': 'new sqlite.DatabaseSync(SECRET)',
  'a heap snapshot elsewhere': 'v8.writeHeapSnapshot(MARKER)',
  'a report elsewhere': 'process.report.writeReport(MARKER)',
  'a process': "childProcess.spawnSync('touch', [MARKER]).error ?? 0",
  'a shell': "childProcess.execSync('touch ' + MARKER)",
  'a fork': 'childProcess.fork(SCRIPT)',
  'a program in its place': "process.execve('/usr/bin/touch', ['touch', MARKER], {})",
  'a thread': "new workers.Worker('1', { eval: true, execArgv: [] })",
  'a cluster': 'cluster.fork()',
  WASI: "new wasi.WASI({ version: 'preview1', preopens: { '/': '/' } }) && wasi.denied()",
  'the inspector': 'inspector.open(0)',
  'an inspector session': 'new inspector.Session().connect()',
  'an add-on': "process.dlopen({ exports: {} }, '/lib/x86_64-linux-gnu/libc.so.6')",
  TCP: "net.connect(TCP, '127.0.0.1')",
  'TCP by a socket': "new net.Socket().connect(TCP, '127.0.0.1')",
  'a unix socket': 'net.createConnection(UNIX[0])',
  'a unix socket in the workspace': 'new net.Socket().connect(UNIX[1])',
  'a server': 'net.createServer().listen(0)',
  UDP: "dgram.createSocket('udp4').send('x', UDP, '127.0.0.1')",
  'UDP by its class': "dgram.Socket.prototype.send.call(udp, 'x', UDP, '127.0.0.1')",
  'UDP by a socket from before': "udp.send('x', UDP, '127.0.0.1')",
  TLS: "tls.connect(TCP, '127.0.0.1')",
  HTTP: "http.get({ host: '127.0.0.1', port: TCP })",
  HTTPS: "https.get({ host: '127.0.0.1', port: TCP })",
  'HTTP/2': "http2.connect('http://127.0.0.1:' + TCP).request()",
  fetch: "keptFetch('http://127.0.0.1:' + TCP)",
  DNS: "dns.lookup('localhost', () => 0)",
  'DNS by a promise': "dns.promises.resolve4('example.org')",
  'DNS by a resolver': "new dns.Resolver().resolve4('example.org', () => 0)",
  'a global that reaches out':
    "['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest', 'Worker', 'require', 'Buffer', 'navigator', 'crypto', 'eval', 'setTimeout', 'global'].filter((name) => name in globalThis).length || none()",
  'a module of Node': "import('node:net')",
  'a module of Node by another name': "import('fs/promises')",
  'a file as a module': "import('file://' + EVIL)",
  'an address as a module': "import('data:text/javascript,export default 1')",
  require: "require('node:fs')",
  'a module by another require': "mod.createRequire(SCRIPT)('node:fs')",
  getBuiltinModule: "process.getBuiltinModule('node:fs')",
  binding: "process.binding('fs')",
  'linked binding': "process._linkedBinding('fs')",
  'code from a string': "new Function('return process')()",
  'code from a string, later': '(async () => 0).constructor(\'return import("node:fs")\')()',
  eval: "(0, keptEval)('1')",
  'a signal to the server': 'process.kill(SERVER, 0)',
  'a debugger in the server': 'process._debugProcess(SERVER)',
  'the priority of the server': 'os.setPriority(SERVER, 19)',
  'the name of the machine': 'os.hostname()',
  'the global process': 'globalThis.process.pid ?? globalThis.process.kill ?? none()',
  'an environment': 'Object.keys(globalThis.process.env).length || none()',
  'another folder to be in': "process.chdir('/')",
  'another user': 'process.setuid(0)',
  'a file of variables': 'process.loadEnvFile(SECRET)',
} as const;

let fixture: CodeFixture;
let canaries: Canaries;
let answers: Readonly<Record<string, string>>;

beforeAll(async () => {
  fixture = await createCodeFixture();
  canaries = await layOutCanaries(fixture.folder, fixture.workspace);
  await symlink(join(canaries.outside, 'secret.txt'), join(fixture.workspace, 'to-file'));
  await writeFile(join(fixture.workspace, 'evil.mjs'), 'export default 1');
  answers = await tryAll();
});
afterAll(async () => {
  await canaries.close();
  await fixture.close();
});

async function tryAll(): Promise<Readonly<Record<string, string>>> {
  const files = await findInterpreterFiles();
  const script = join(fixture.folder, 'escape.mjs');
  const { command } = interpreterRequest({
    // The script stands in the place of the program, so that it gets the same rights.
    files: { ...files, pyodideFolder: script },
    workspace: fixture.workspace,
    memoryBytes: 64 * 1024 * 1024,
    start: 'cold',
  });
  const [program = '', ...flags] = command.filter(
    (part) => part.startsWith('--') || part === command[0],
  );
  await writeFile(script, escapeScript(files.programFolder, script));
  const { stdout } = await promisify(execFile)(program, [...flags, script], {
    env: { QIAO_CANARY: canaries.secret },
    cwd: fixture.workspace,
  });
  return JSON.parse(stdout);
}

function escapeScript(programFolder: string, script: string): string {
  const places = {
    OUTSIDE: canaries.outside,
    SECRET: join(canaries.outside, 'secret.txt'),
    MARKER: join(canaries.outside, 'marker'),
    WORKSPACE: fixture.workspace,
    EVIL: join(fixture.workspace, 'evil.mjs'),
    SCRIPT: script,
    TCP: canaries.tcpPort,
    UDP: canaries.udpPort,
    UNIX: canaries.unixPaths,
    SERVER: process.pid,
  };
  const modules = {
    fs: 'fs',
    net: 'net',
    dgram: 'dgram',
    dns: 'dns',
    os: 'os',
    tls: 'tls',
    http: 'http',
    https: 'https',
    http2: 'http2',
    v8: 'v8',
    mod: 'module',
    childProcess: 'child_process',
    workers: 'worker_threads',
    cluster: 'cluster',
    wasi: 'wasi',
    inspector: 'inspector',
  };
  const attempts = Object.entries(ATTEMPTS).map(
    ([name, code]) => `[${JSON.stringify(name)}, async () => (${code})]`,
  );
  return `
${Object.entries(modules)
  .map(([name, module]) => `import ${name} from 'node:${module}';`)
  .join('\n')}
import { lockDown } from ${JSON.stringify(join(programFolder, 'lock-down.ts'))};
const { ${Object.keys(places).join(', ')} } = ${JSON.stringify(places)};
const originals = { ...fs };
const sqlite = await import('node:sqlite').catch(() => ({}));
const keptFetch = fetch, keptEval = eval, process = globalThis.process;
const require = mod.createRequire(import.meta.url);
const udp = dgram.createSocket('udp4');
const exit = process.exit.bind(process);
const soon = setTimeout;
const none = () => { throw new TypeError('There is none.'); };
lockDown(WORKSPACE);
const answers = {};
for (const [name, attempt] of [${attempts.join(',\n')}]) {
  try { answers[name] = 'got ' + String(await attempt()).slice(0, 200); }
  catch (error) { answers[name] = 'refused: ' + (error?.code ?? '') + ' ' + error?.message; }
}
// What was only begun gets its time.
soon(() => {
  originals.writeSync(1, JSON.stringify(answers));
  exit(0);
}, 300);
`;
}

test.each(Object.keys(ATTEMPTS))('DOC-07 JavaScript has no %s', (name) => {
  expect(answers[name]).toMatch(/^refused: /);
});

test('DOC-07 nothing outside was touched by it', async () => {
  expect(await canaries.touched()).toEqual([]);
  expect(JSON.stringify(answers)).not.toContain(canaries.secret);
});

test('the canaries would tell', async () => {
  const { connect } = await import('node:net');
  const { createSocket } = await import('node:dgram');
  connect(canaries.tcpPort, '127.0.0.1').on('error', () => undefined);
  for (const path of canaries.unixPaths) connect(path).on('error', () => undefined);
  const udp = createSocket('udp4');
  udp.send('x', canaries.udpPort, '127.0.0.1', () => udp.close());
  await writeFile(join(canaries.outside, 'marker'), 'x');
  await writeFile(join(canaries.outside, 'secret.txt'), 'changed');
  await expect
    .poll(async () => (await canaries.touched()).toSorted())
    .toEqual(['marker', 'secret.txt', 'tcp', 'udp', 'unix', 'unix']);
});
