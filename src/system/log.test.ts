import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { AppError } from '#base/app-error.ts';
import { createLog, createSecretRegistry, type Log, type LogParts } from './log.ts';

const SECRET = 'sk-live-0123456789';

function logging(level: LogParts['level'] = 'debug'): {
  readonly log: Log;
  readonly text: () => string;
  readonly last: () => Record<string, unknown>;
} {
  const lines: string[] = [];
  const secrets = createSecretRegistry();
  secrets.add([SECRET, undefined]);
  const log = createLog({ level, secrets, stream: { write: (line) => void lines.push(line) } });
  return {
    log,
    text: () => lines.join(''),
    last: () => JSON.parse(lines.at(-1) ?? '{}') as Record<string, unknown>,
  };
}

test('writes one JSON line an event, with level, time and fields', () => {
  const { log, last, text } = logging();
  log.child({ org: 'o1' }).info('run-started', { run: 'r1', tries: 2 });
  expect(last()).toEqual({
    level: 'info',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    event: 'run-started',
    org: 'o1',
    run: 'r1',
    tries: 2,
  });
  expect(text().endsWith('}\n')).toBe(true);
});

test('says nothing below its level', () => {
  const { log, text } = logging('warn');
  log.info('run-started');
  log.debug('run-started');
  expect(text()).toBe('');
  log.error('run-failed');
  expect(text()).toContain('run-failed');
});

test('a field never takes the place of the line’s own', () => {
  const { log, last } = logging();
  log.warn('run-failed', { event: 'other', level: 9, time: 'noon' });
  expect(last()).toMatchObject({ event: 'run-failed', level: 'warn', event_: 'other', level_: 9 });
});

test('CFG-03 masks a known secret in fields, names, lists, event and numbers, at any depth', () => {
  const { log, text } = logging();
  log.info(`got ${SECRET}`, {
    [SECRET]: 1,
    a: [{ b: `x ${SECRET} y` }],
    map: new Map([['k', SECRET]]),
    set: new Set([SECRET]),
    url: new URL(`https://host/?q=${SECRET}`),
    json: JSON.stringify({ key: SECRET }),
  });
  expect(text()).not.toContain(SECRET);
  expect(text()).toContain('x *** y');
});

test('CFG-03 masks a secret in nested errors: messages, causes, stacks, details', () => {
  const { log, text, last } = logging();
  const inner = new Error(`refused ${SECRET}`);
  const middle = new AppError(
    'model-refused',
    { zh: SECRET, en: `key ${SECRET} is wrong` },
    { cause: new AggregateError([inner], SECRET), details: { sent: { header: SECRET } } },
  );
  log.error('turn-failed', { error: new TypeError('outer', { cause: middle }) });
  expect(text()).not.toContain(SECRET);
  expect(last()['error']).toMatchObject({
    type: 'TypeError',
    message: 'outer',
    stack: expect.stringContaining('log.test.ts'),
    cause: {
      code: 'model-refused',
      message: 'key *** is wrong',
      details: { sent: { header: '***' } },
      cause: { errors: [{ message: 'refused ***' }] },
    },
  });
});

test('CFG-03 hides passwords in addresses, and fields that hold secrets by their name', () => {
  const { log, last } = logging();
  const headers = { Authorization: 'Bearer x', 'set-cookie': ['a=b'], cookie: '', Accept: 'a/b' };
  log.info('request-sent', {
    headers,
    more: new Headers({ 'X-Api-Key': 'short' }),
    error: new Error('connect postgres://ada:pw@db/x'),
  });
  expect(last()).toMatchObject({
    headers: { Authorization: '***', 'set-cookie': '***', cookie: '', Accept: 'a/b' },
    more: { 'x-api-key': '***' },
    error: { message: 'connect postgres://ada:***@db/x' },
  });
});

test('CFG-03 a secret added later is masked in a child that was made before', () => {
  const lines: string[] = [];
  const secrets = createSecretRegistry();
  const stream = { write: (line: string) => void lines.push(line) };
  const child = createLog({ level: 'info', secrets, stream }).child({ held: SECRET });
  secrets.add([SECRET]);
  child.info('run-started');
  expect(lines.join('')).not.toContain(SECRET);
});

test('CFG-03 no half of a secret stands where a long text is cut', () => {
  const { log, text } = logging();
  for (let at = 3980; at <= 4000; at += 1) log.info('text-cut', { a: 'x'.repeat(at) + SECRET });
  expect(text()).not.toContain('sk-');
  expect(text()).toContain('… (');
});

test('long texts, long lists, deep and circular values end', () => {
  const { log, last, text } = logging();
  const circular: Record<string, unknown> = { name: 'me' };
  circular['self'] = circular;
  circular['list'] = [circular];
  let deep: unknown = 'end';
  for (let level = 0; level < 10_000; level += 1) deep = [deep];
  const same = { twice: 1 };
  log.info('value-seen', {
    circular,
    deep,
    pair: [same, same],
    list: Array.from({ length: 5000 }, (_, at) => at),
    many: Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`k${at}`, at])),
    text: 'x'.repeat(1_000_000),
  });
  expect(text().length).toBeLessThan(20_000);
  expect(last()).toMatchObject({
    circular: { name: 'me', self: '[circular]', list: ['[circular]'] },
    pair: [{ twice: 1 }, { twice: 1 }],
  });
});

test('what JSON can’t hold is told, and a getter that throws does not throw', () => {
  const { log, last } = logging();
  log.info('value-seen', {
    big: 10n,
    none: Number.NaN,
    nothing: null,
    left: undefined,
    at: new Date(0),
    never: new Date(Number.NaN),
    bytes: Buffer.from('abc'),
    run: () => 1,
  });
  expect(last()).toMatchObject({
    big: '10',
    none: 'NaN',
    nothing: null,
    at: '1970-01-01T00:00:00.000Z',
    never: 'no date',
    bytes: '[3 bytes]',
  });
  expect(last()).not.toHaveProperty('run');
  log.info('value-seen', {
    get bad(): string {
      throw new Error(`no ${SECRET}`);
    },
  });
  expect(last()).toMatchObject({ event: 'value-seen', unreadable: 'no ***' });
});

const PROGRAM = `
  const { createLog, createSecretRegistry } = await import(${JSON.stringify(new URL('log.ts', import.meta.url).href)});
  const log = createLog({ level: 'info', secrets: createSecretRegistry() });`;

test('goes to standard error, and is there when the program crashes at once', async () => {
  const program = `${PROGRAM} log.error('server-crashed', { n: 1 }); process.kill(process.pid, 'SIGKILL');`;
  const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
  await expect(run).rejects.toMatchObject({
    stdout: '',
    stderr: expect.stringMatching(/^\{"level":"error".*"event":"server-crashed","n":1\}\n$/),
  });
});

test('goes on where nobody reads the log any more', async () => {
  const program = `${PROGRAM} process.stdin.once('data', () => {
    for (let at = 0; at < 1000; at += 1) log.info('line-written', { at });
    setTimeout(() => process.exit(7), 50);
  });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  child.stderr.destroy();
  await once(child.stderr, 'close');
  child.stdin.end('go');
  const [code] = (await once(child, 'exit')) as [number | null];
  expect(code).toBe(7);
});
