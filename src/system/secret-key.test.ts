import { execFile } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { openSecretKeys, type SecretKeys } from './secret-key.ts';

const root = mkdtempSync(join(tmpdir(), 'qiao-key-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let folders = 0;
function newFolder(): string {
  folders += 1;
  return join(root, `data-${folders}`);
}

interface Given {
  readonly variable?: string;
  readonly usedKeyId?: string;
  readonly isToRotate?: boolean;
}

function open(dataFolder: string, { variable, usedKeyId, isToRotate }: Given = {}): SecretKeys {
  const allowsOtherVariable = isToRotate === true;
  return openSecretKeys({ variable, dataFolder, usedKeyId, allowsOtherVariable });
}

const fileOf = (folder: string) => join(folder, 'secret.key');
const linesOf = (folder: string) =>
  readFileSync(fileOf(folder), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('qiao1.'));

test('CFG-03 the first start makes a key file, its owner’s alone, and the next one finds it', () => {
  const folder = newFolder();
  const made = open(folder);
  expect(statSync(fileOf(folder)).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['secret.key']);
  expect(linesOf(folder)).toHaveLength(1);
  expect(open(folder).current()).toEqual(made.current());
  expect(readFileSync(fileOf(folder), 'utf8')).not.toContain(made.current().id);
});

test('CFG-03 eight processes at their first start end with one key', async () => {
  const folder = newFolder();
  const program = `
    const { openSecretKeys } = await import(${JSON.stringify(new URL('secret-key.ts', import.meta.url).href)});
    const keys = openSecretKeys({ variable: undefined, dataFolder: process.argv[1], usedKeyId: undefined });
    console.log(keys.current().id);`;
  const runs = Array.from({ length: 8 }, async () =>
    promisify(execFile)(process.execPath, ['--input-type=module', '-e', program, folder]),
  );
  const ids = new Set((await Promise.all(runs)).map(({ stdout }) => stdout));
  expect(ids).toEqual(new Set([`${open(folder).current().id}\n`]));
  expect(readdirSync(folder)).toEqual(['secret.key']);
});

test('CFG-03 no new key is made where values are sealed with one that is lost', () => {
  const folder = newFolder();
  const { id } = open(folder).current();
  rmSync(fileOf(folder));
  expect(() => open(folder, { usedKeyId: id })).toThrow(
    new RegExp(`${id}.*Put the original key file back at "${fileOf(folder)}"`),
  );
  expect(readdirSync(folder)).toEqual([]);
});

test('CFG-03 another key than the one in use is refused', () => {
  const folder = newFolder();
  open(folder);
  expect(() => open(folder, { usedKeyId: '00112233aabbccdd' })).toThrow(/00112233aabbccdd/);
  expect(() => open(folder, { variable: 'v'.repeat(32), usedKeyId: '00112233aabbccdd' })).toThrow(
    /00112233aabbccdd/,
  );
});

test.each([
  ['empty', () => '', /holds no key/],
  ['only blanks and comments', () => '\n# nothing\n  \n', /holds no key/],
  ['cut', (text: string) => text.slice(0, -20), /Line 2 .* no whole key/],
  ['altered', (text: string) => text.replace(/^qiao1\.(.)/m, 'qiao1.$1x'), /Line 2/],
  [
    'one letter altered',
    // A key is random: its letter may be any of them already.
    (text: string) =>
      text.replace(/^(qiao1\.)(.)/m, (_, head: string, letter: string) =>
        head.concat(letter === 'A' ? 'B' : 'A'),
      ),
    /Line 2/,
  ],
  ['something else', () => 'hello\n', /Line 1/],
  ['binary', () => '\0\u0001\u0002\n', /Line 1/],
  ['far too large', () => 'x'.repeat(100_000), /EFBIG/],
])('CFG-03 a key file that is %s is told with the remedy and left as it is', (_, spoil, told) => {
  const folder = newFolder();
  open(folder);
  const spoilt = spoil(readFileSync(fileOf(folder), 'utf8'));
  writeFileSync(fileOf(folder), spoilt);
  expect(() => open(folder)).toThrow(
    expect.objectContaining({ code: 'secret-unreadable', message: expect.stringMatching(told) }),
  );
  expect(readFileSync(fileOf(folder), 'utf8')).toBe(spoilt);
});

test('CFG-03 a folder in the file’s place is told', () => {
  const folder = newFolder();
  mkdirSync(fileOf(folder), { recursive: true });
  expect(() => open(folder)).toThrow(/can't be used \(EISDIR\)/);
});

test.skipIf(process.platform === 'win32')(
  'CFG-03 a key file that others can read is made its owner’s alone, with a warning',
  () => {
    const folder = newFolder();
    open(folder);
    chmodSync(fileOf(folder), 0o644);
    expect(open(folder).warnings).toEqual([
      expect.objectContaining({ en: expect.stringContaining('rotate the key') }),
    ]);
    expect(statSync(fileOf(folder)).mode & 0o777).toBe(0o600);
    expect(open(folder).warnings).toEqual([]);
  },
);

test('CFG-03 the variable is used without a file, and the same text is the same key', () => {
  const folder = newFolder();
  const variable = 'correct horse battery staple and more';
  const { id } = open(folder, { variable }).current();
  expect(open(newFolder(), { variable, usedKeyId: id }).current().id).toBe(id);
  expect(open(newFolder(), { variable: `${variable}!` }).current().id).not.toBe(id);
  expect(() => readdirSync(folder)).toThrow(/ENOENT/);
});

test('CFG-03 a line of a key file in the variable is that file’s key', () => {
  const folder = newFolder();
  const { id } = open(folder).current();
  const [variable = ''] = linesOf(folder);
  expect(open(newFolder(), { variable, usedKeyId: id }).current().id).toBe(id);
});

test('CFG-03 with a new variable the file’s key still opens, and a rotation goes to the variable', () => {
  const folder = newFolder();
  const { id } = open(folder).current();
  const variable = 'n'.repeat(40);
  expect(() => open(folder, { variable, usedKeyId: id })).toThrow(/unset QIAO_SECRET_KEY/);
  const keys = open(folder, { variable, usedKeyId: id, isToRotate: true });
  expect(keys.current().id).toBe(id);
  expect(keys.source()).toBe('file');
  const step = keys.prepareRotation();
  expect(step).toMatchObject({ status: 'reseal' });
  if (step.status === 'reseal') keys.use(step.key.id);
  keys.dropOthers();
  expect(keys.source()).toBe('variable');
  expect(keys.prepareRotation()).toEqual({ status: 'nothing-new' });
  expect(linesOf(folder)).toHaveLength(1);
});

test('CFG-03 two keys in the variable: the first is new, the second still opens', () => {
  const [newer, older] = ['n'.repeat(32), 'o'.repeat(32)];
  const used = open(newFolder(), { variable: older }).current().id;
  const keys = open(newFolder(), { variable: `${newer} ${older}`, usedKeyId: used });
  expect(keys.current().id).toBe(used);
  const newId = open(newFolder(), { variable: newer }).current().id;
  expect(keys.prepareRotation()).toMatchObject({ status: 'reseal', key: { id: newId } });
});

test('CFG-03 a rotation of the file: the new key is there first, then the old one goes', () => {
  const folder = newFolder();
  const keys = open(folder);
  const old = keys.current().id;
  const step = keys.prepareRotation();
  if (step.status !== 'reseal') throw new Error('no new key');
  expect(linesOf(folder)).toHaveLength(2);
  expect(open(folder, { usedKeyId: old }).prepareRotation()).toMatchObject({
    status: 'reseal',
    key: { id: step.key.id },
  });
  const after = open(folder, { usedKeyId: step.key.id });
  expect(after.prepareRotation()).toEqual({ status: 'finish' });
  after.dropOthers();
  expect(linesOf(folder)).toHaveLength(1);
  expect(statSync(fileOf(folder)).mode & 0o777).toBe(0o600);
  expect(open(folder).current().id).toBe(step.key.id);
});

test('CFG-03 a process that was running finds the key that another one rotated to', () => {
  const folder = newFolder();
  const running = open(folder);
  const step = open(folder).prepareRotation();
  if (step.status !== 'reseal') throw new Error('no new key');
  expect(running.find(step.key.id)).toEqual(step.key);
  expect(running.find('00112233aabbccdd')).toBeUndefined();
});
