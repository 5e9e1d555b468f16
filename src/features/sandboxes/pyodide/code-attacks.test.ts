// What code must not reach, tried (DOC-07). An attack goes on as far as it gets; then nothing outside may be touched.

import { lstat, mkdir, readdir, symlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  createCodeFixture,
  layOutCanaries,
  type Canaries,
  type CodeFixture,
} from './code-fixture.ts';
import type { CodeRequest } from './code-runner.ts';

const SLOW_START = 180_000;
const MIB = 1024 * 1024;
let fixture: CodeFixture;
let canaries: Canaries;
let variable: string;

beforeAll(async () => {
  variable = `variable-${crypto.randomUUID()}`;
  vi.stubEnv('QIAO_CANARY', variable);
  fixture = await createCodeFixture();
  canaries = await layOutCanaries(fixture.folder, fixture.workspace);
  await mkdir(join(fixture.workspace, 'below'));
  await symlink(canaries.outside, join(fixture.workspace, 'to-folder'));
  await symlink(join(canaries.outside, 'secret.txt'), join(fixture.workspace, 'to-file'));
  await symlink('../outside/secret.txt', join(fixture.workspace, 'to-file-by-dots'));
  await fixture.run('1');
}, SLOW_START);
afterAll(async () => {
  await canaries.close();
  await fixture.close();
  vi.unstubAllEnvs();
});

/** Runs an attack and holds it to what all of them are held to; answers what each attempt in it got. */
async function attack(
  code: string,
  changes?: Partial<CodeRequest>,
): Promise<{ readonly got: readonly string[]; readonly endedBy: string | undefined }> {
  const places = {
    OUTSIDE: canaries.outside,
    SECRET: join(canaries.outside, 'secret.txt'),
    MARKER: join(canaries.outside, 'marker'),
    TCP: canaries.tcpPort,
    UDP: canaries.udpPort,
    UNIX: canaries.unixPaths,
    SERVER: process.pid,
  };
  const prelude = `
import json
globals().update(json.loads(${JSON.stringify(JSON.stringify(places))}))
got = []
def attempt(work):
    try:
        value = work()
        got.append(repr(value)[:5000])
        return value
    except Exception as error:
        got.append(f'refused: {type(error).__name__}: {error}')
def bridge():
    """JavaScript, as one gets there where Python's own lock is picked."""
    import gc
    proxies = [each.jsproxy for each in gc.get_objects() if type(each).__name__ == 'JsLoader']
    return next(each for each in proxies if hasattr(each, '_api'))
`;
  const told = await fixture.run(`${prelude}${code}\ngot`, changes);
  expect(await canaries.touched()).toEqual([]);
  const text = JSON.stringify(told);
  for (const word of [canaries.secret, variable, hostname(), 'root:x:']) {
    expect(text).not.toContain(word);
  }
  return {
    got: Array.isArray(told.result) ? told.result.map(String) : [],
    endedBy: told.error?.type,
  };
}

const opens = (...paths: readonly string[]) =>
  paths.map((path) => `attempt(lambda: open(${path}).read())`).join('\n');
const each = (...expressions: readonly string[]) =>
  expressions.map((expression) => `attempt(lambda: ${expression})`).join('\n');

/** Every attempt is refused, and the code goes on. */
const REFUSED: Readonly<Record<string, string>> = {
  "the machine's files": opens("'/etc/passwd'", "'/etc/hostname'", 'SECRET', "'/root/.bashrc'"),
  "the machine's processes": opens("'/proc/self/environ'", "'/proc/1/environ'", "'/proc/mounts'"),
  'paths with dots': opens(
    "'/workspace/../outside/secret.txt'",
    "'../outside/secret.txt'",
    "'/workspace/below/../../outside/secret.txt'",
    "'/workspace//..//..' + SECRET",
    "b'/workspace/./../outside/secret.txt'",
  ),
  'links that lead out, left by somebody': `${opens("'to-file'", "'to-folder/secret.txt'", "'to-file-by-dots'")}
import os, shutil
${each("os.listdir('to-folder')", "shutil.copy('to-file', 'copied')", "os.truncate('to-file', 0)", "open('to-file', 'a')", "os.chmod('to-file', 0)", "open('to-folder/marker', 'w')")}`,
  'links that the code makes': `import os
${each("os.symlink(SECRET, '/workspace/made')", "open('/workspace/made').read()", "os.link('to-file', '/workspace/hard')")}
os.symlink(OUTSIDE, '/tmp/out')
${each("open('/tmp/out/secret.txt').read()", "os.rename('/tmp/out', '/workspace/moved')")}`,
  'writing elsewhere': `import os
${each("open(MARKER, 'w')", "open('/workspace/../outside/marker', 'w')", 'os.mkdir(MARKER)', 'os.remove(SECRET)', "os.rename('/workspace/below', MARKER)")}`,
  'special files': `import os, socket
${each("os.mkfifo('fifo')", "os.mknod('device', 0o20666, 0x103)", "open('s.sock', 'rb')", 'socket.socket(socket.AF_UNIX).bind("/workspace/own.sock")')}`,
  'the workspace itself': `import os
${each("os.chmod('/workspace', 0o4777)", "os.rmdir('/workspace')", "os.rename('/workspace', '/tmp/w')", "os.utime('/workspace', (0, 0))", "os.fchmod(os.open('/workspace', os.O_RDONLY), 0o777)", "os.truncate('/workspace', 0)")}`,
  "the process's file descriptors": `import os
${each('os.read(3, 10)', "os.write(3, b'x' * 99)", "os.write(20, b'x')", "os.open('/dev/fd/3', os.O_RDWR)", "os.readlink('/proc/self/exe')")}`,
  'mounting and chroot': `import os
${each("os.chroot('/workspace/..')", "os.mount('/', '/tmp')", 'os.unshare(0)', 'os.setuid(0)')}`,
  subprocess: `import subprocess
${each("subprocess.run(['touch', MARKER])", "subprocess.check_output('touch ' + MARKER, shell=True)", "subprocess.getoutput('touch ' + MARKER)")}`,
  'os.system and os.popen': `import os
${each("os.system('touch ' + MARKER)", "os.popen('touch ' + MARKER).read()")}`,
  'fork, spawn and exec': `import os, pty
${each('os.fork()', "os.spawnlp(os.P_WAIT, 'touch', 'touch', MARKER)", "os.execv('/usr/bin/touch', ['touch', MARKER])", "os.posix_spawn('/usr/bin/touch', ['touch', MARKER], {})", "pty.spawn(['touch', MARKER])")}`,
  'threads and pools': `import asyncio, multiprocessing, threading
from concurrent.futures import ThreadPoolExecutor
${each('threading.Thread(target=print).start()', 'multiprocessing.Process(target=print).start()', 'ThreadPoolExecutor(1).submit(print).result()', 'asyncio.run(asyncio.to_thread(print))')}`,
  'processes by asyncio': `import asyncio
${each("asyncio.run(asyncio.create_subprocess_shell('touch ' + MARKER))", "asyncio.run(asyncio.create_subprocess_exec('touch', MARKER))")}`,
  TCP: `import socket
${each("socket.create_connection(('127.0.0.1', TCP), 1)", "socket.create_connection(('localhost', TCP), 1)", "socket.create_connection(('::1', TCP), 1)")}`,
  HTTP: `import http.client, urllib.request
${each("urllib.request.urlopen(f'http://127.0.0.1:{TCP}/', timeout=1)", "http.client.HTTPConnection('127.0.0.1', TCP).request('GET', '/')", "urllib.request.urlopen('file://' + SECRET)")}`,
  'a network by asyncio': `import asyncio
${each("asyncio.run(asyncio.open_connection('127.0.0.1', TCP))", 'asyncio.run(asyncio.start_server(print, port=0))')}`,
  'unix sockets': `import socket
${each('socket.socket(socket.AF_UNIX).connect(UNIX[0])', 'socket.socket(socket.AF_UNIX).connect(UNIX[1])', "socket.socket(socket.AF_UNIX).connect('/workspace/s.sock')")}`,
  'the modules of the bridge': each(
    "__import__('js')",
    "__import__('pyodide_js')",
    "__import__('pyodide.code')",
    "__import__('pyodide.http')",
    "__import__('_pyodide_core')",
    "__import__('importlib').import_module('js')",
  ),
  'the modules of the bridge, past the first lock': `import sys, importlib.machinery
sys.meta_path[:] = [importlib.machinery.BuiltinImporter, importlib.machinery.PathFinder]
${each("__import__('js')", "__import__('pyodide_js')", "__import__('pyodide_js._api')")}`,
  ctypes: each("__import__('ctypes')", "__import__('_ctypes')", "__import__('ctypes.util')"),
  'code from strings in JavaScript': `api = bridge()
${each("api.constructor.constructor('return process')()", "api.runPython.constructor('return 1')()", 'api.loadPackage.constructor(\'return import("node:fs")\')()')}`,
  'the disk by the bridge': `api = bridge()
${each("api.mountNodeFS('/m1', '/')", "api.mountNodeFS('/m2', OUTSIDE)", "api.mountNodeFS('/m3', '/etc')", "api.FS.mount(api.FS.filesystems.NODEFS, {'root': '/'}, '/tmp')", 'api.FS.readFile(SECRET)')}`,
  'process.binding and its like by the bridge': `api = bridge()
${each("api._module.process.binding('fs')", "api._module.require('fs')", 'api.constructor.constructor.prototype.process', 'api._module._emscripten_run_script(0)')}`,
  'standard input': `import sys
${each('input()', 'sys.stdin.read()', "open('/dev/stdin').read(1)")}`,
};

test.each(Object.entries(REFUSED))('DOC-07 code has nothing of %s', async (_, code) => {
  const { got, endedBy } = await attack(code);
  expect(endedBy).toBeUndefined();
  expect(got.length).toBeGreaterThan(1);
  expect(got.filter((value) => !value.startsWith('refused: '))).toEqual([]);
});

/** The interpreter comes to its end over it, or what is got is empty: nothing outside is touched. */
const CONTAINED: Readonly<Record<string, string>> = {
  'posix anew, and its own system': `import importlib, sys
sys.modules.pop('posix')
posix = importlib.import_module('posix')
attempt(lambda: posix.system('touch ' + MARKER))`,
  'ctypes past its lock': `import sys
sys.meta_path.pop(0)
import ctypes
${each("ctypes.CDLL(None).system(b'touch ' + MARKER.encode())", "ctypes.CDLL(None).emscripten_run_script(b'process.exit()')")}`,
  'memory that is not its own': `import sys
sys.meta_path.pop(0)
import ctypes
ctypes.string_at(0xfffffff0, 64)`,
  'UDP and DNS': `import socket
${each("socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ('127.0.0.1', UDP))", "socket.gethostbyname('example.org')", "socket.getaddrinfo('example.org', 80)", 'socket.gethostname()')}`,
  'a server of its own': `import socket
server = socket.socket()
server.bind(('127.0.0.1', 0))
server.listen()`,
  'a pair of sockets': 'import socket\nattempt(lambda: socket.socketpair())',
  'a lazy file by the bridge': `api = bridge()
api.FS.createLazyFile('/tmp', 'lazy', 'file://' + SECRET, True, True)
attempt(lambda: open('/tmp/lazy').read())`,
  'files by the bridge, later': `api = bridge()
${each('api._api.loadBinaryFile(SECRET)', "api.loadPackage('file://' + SECRET)", 'api._api.loadDynlib(SECRET)')}`,
  'modules of Node by the bridge, later': `api = bridge()
open('/workspace/evil.mjs', 'w').write("import fs from 'node:fs'; fs.writeFileSync('marker', '1')")
${each('api._api.initializeNodeSockFS()', "api._api.loadScript('/workspace/evil.mjs')", 'api._api.config.fsInit()')}`,
  'other processes': `import os, signal
${each('os.kill(SERVER, signal.SIGKILL)', 'os.kill(-1, signal.SIGKILL)', 'os.killpg(1, 9)', 'os.setpriority(os.PRIO_PROCESS, SERVER, 19)')}`,
  'a signal to itself': 'import signal\nsignal.raise_signal(signal.SIGKILL)',
  abort: 'import os\nos.abort()',
  'a fault': 'import faulthandler\nfaulthandler._sigsegv()',
  'recursion without a limit': `import sys
sys.setrecursionlimit(10**9)
def down(): return down()
down()`,
  'nesting that exhausts the stack': `import ast
${each("json.loads('[' * 200_000)", "compile('-' * 100_000 + '1', 'x', 'eval')")}`,
  'a result without a bottom': `deep = []
for _ in range(100_000): deep = [deep]
got = deep`,
  'the tools it is told by': `import builtins, sys, traceback
json.dumps = traceback.format_exception = builtins.len = None
sys.stdout = sys.stderr = None
sys.modules.clear()`,
  'the names of its users': `import getpass, os, pwd
${each('pwd.getpwuid(0)', 'getpass.getuser()', 'os.getlogin()', 'os.uname()', 'os.getcwd()', "os.path.expanduser('~')")}`,
};

test.each(Object.entries(CONTAINED))('DOC-07 contained: %s', async (_, code) => {
  const { got, endedBy } = await attack(code);
  expect([...got, endedBy]).not.toHaveLength(0);
});

test('DOC-07 the environment is the same everywhere, and nothing of the server is in it', async () => {
  const { got } = await attack(`import os, sys
got = [f'{name}={value}' for name, value in sorted(os.environ.items())] + sys.argv`);
  expect(got).toEqual(['HOME=/workspace', 'LANG=C.UTF-8', 'PATH=/', '<code>']);
});

test('DOC-07 nothing of a run is there in the next', async () => {
  await attack(`import builtins, os, sys
builtins.left = sys.left = 1
os.environ['LEFT'] = '1'
open('/tmp/left', 'w').write('1')
open('/home/left', 'w').write('1')
json.dumps = None`);
  const { got } = await attack(`import builtins, os, sys
${each('builtins.left', 'sys.left', "os.environ['LEFT']", "open('/tmp/left')", "open('/home/left')")}
got.append(str(callable(json.dumps)))`);
  expect(got.at(-1)).toBe('True');
  expect(got.slice(0, -1).filter((value) => !value.startsWith('refused: '))).toEqual([]);
});

test.each([
  ['a loop', 'while True: pass'],
  [
    'a loop that lets nothing end it',
    'while True:\n  try:\n    while True: pass\n  except BaseException: pass',
  ],
  ['sleep', 'import time\ntime.sleep(3600)'],
  ['a regular expression', 'import re\nre.match(r"(a|a)*$", "a" * 60 + "b")'],
  ['arithmetic', '9 ** 9 ** 9'],
  ['output', 'while True: print("x" * 1000)'],
  ['waiting', 'import asyncio\nawait asyncio.sleep(3600)'],
])('DOC-07 time ends %s', async (_, code) => {
  expect(await attack(code, { wallMs: 400 })).toMatchObject({ endedBy: 'TimeLimitExceeded' });
});

test.each([
  [
    'a list',
    'kept = []\nwhile True: kept.append("x" * 1_000_000 + str(len(kept)))',
    /^MemoryError$/,
  ],
  ['one value', 'bytearray(2**31 - 1)', /^MemoryError$/],
  ['a text that doubles', 'x = "x"\nwhile True: x += x', /^MemoryError$/],
  [
    'files below /tmp',
    'with open("/tmp/large", "wb") as out:\n  while True: out.write(bytes(4_000_000))',
    /^Memory(Error|LimitExceeded)$/,
  ],
])('DOC-07 memory ends %s', async (_, code, expected) => {
  const { endedBy } = await attack(code, { memoryBytes: 96 * MIB });
  expect(endedBy).toMatch(expected);
});

test('DOC-07 a file gets no rights beyond those of a file', async () => {
  await attack(`import os
open('/workspace/rights', 'w').write('x')
attempt(lambda: os.chmod('/workspace/rights', 0o6755))`);
  const { mode } = await lstat(join(fixture.workspace, 'rights'));
  expect(mode & 0o7777).toBe(0o755);
});

test('DOC-07 nothing of all this is left, neither links nor spares', async () => {
  const links = (await readdir(fixture.workspace, { withFileTypes: true }))
    .filter((entry) => entry.isSymbolicLink())
    .map(({ name }) => name);
  expect(links.toSorted()).toEqual(['to-file', 'to-file-by-dots', 'to-folder']);
  expect(fixture.problems).toEqual([]);
});
