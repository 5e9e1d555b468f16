import { expect, test } from 'vitest';
import { readMediaLines } from './media-lines.ts';
import { readScriptResult, type ScriptOutput } from './script-result.ts';

function resultOf(stdout: string, more: Partial<ScriptOutput> = {}) {
  return readScriptResult({
    readable: stdout,
    isWhole: true,
    stdout,
    stderr: '',
    exitCode: 0,
    media: { media: readMediaLines(stdout), warning: undefined },
    ...more,
  });
}

test('CLI-05 a media line becomes the media fields', () => {
  expect(resultOf('drawing…\nMEDIA: /w/a b.png\r\ndone\n')).toEqual({
    ok: true,
    media: 'image',
    filename: 'a b.png',
    local_path: '/w/a b.png',
    urls: [],
    images: [{ filename: 'a b.png', local_path: '/w/a b.png' }],
  });
});

test('CLI-05 several lines are told apart by kind, and the same one counts once', () => {
  const printed = [
    'MEDIA_URL: https://x.test/v/clip.mp4?t=1',
    'MEDIA: /w/r.pdf',
    'MEDIA: /w/r.pdf',
    'MEDIA_URL: http://x.test/%E5%A5%BD.mp3',
    '{"success": true}',
  ].join('\n');
  expect(resultOf(printed)).toEqual({
    ok: true,
    media: 'video',
    filename: 'r.pdf',
    local_path: '/w/r.pdf',
    urls: ['https://x.test/v/clip.mp4?t=1', 'http://x.test/%E5%A5%BD.mp3'],
    videos: [{ filename: 'clip.mp4', url: 'https://x.test/v/clip.mp4?t=1' }],
    files: [{ filename: 'r.pdf', local_path: '/w/r.pdf' }],
    audios: [{ filename: '好.mp3', url: 'http://x.test/%E5%A5%BD.mp3' }],
  });
});

test('CLI-05 with addresses only there is no local file', () => {
  const result = resultOf('MEDIA_URL: https://x.test/');
  expect(result).toEqual({
    ok: true,
    media: 'file',
    urls: ['https://x.test/'],
    files: [{ filename: 'x.test', url: 'https://x.test/' }],
  });
});

test.each([
  'MEDIA: relative.png',
  'MEDIA_URL: file:///etc/passwd',
  'SOCIAL MEDIA: /w/x.png',
  'MEDIA:',
])('CLI-05 %j is ordinary text', (line) => {
  expect(resultOf(line)).toMatchObject({ success: true, stdout: line });
});

test('CLI-05 a script that made media and failed is a failure', () => {
  expect(resultOf('MEDIA: /w/a.png', { exitCode: 2, stderr: 'half done' })).toMatchObject({
    ok: false,
    local_path: '/w/a.png',
    error: 'half done',
    exit_code: 2,
  });
});

test.each([
  ['the whole output', '\n{"a": 1,\n "b": [2]}\n', { a: 1, b: [2] }],
  ['the last line', 'log {"x": 0}\n{"a": 1}\n\n', { a: 1 }],
  ['the last line with CRLF', 'log\r\n{"a": 1}\r\n', { a: 1 }],
])('CLI-06 a JSON object is the envelope: %s', (_, printed, expected) => {
  expect(resultOf(printed)).toEqual(expected);
});

test.each([
  'plain',
  '[1, 2]',
  '"text"',
  '42',
  'null',
  '',
  '{"a": NaN}',
  '{"a": 1} trailing',
  '{"a": 1}\nbye',
])('CLI-06 anything else is told as text: %j', (printed) => {
  expect(resultOf(printed, { stderr: 'warn' })).toEqual({
    success: true,
    stdout: printed,
    stderr: 'warn',
    exit_code: 0,
  });
});

test('CLI-06 success is an exit code of 0', () => {
  expect(resultOf('x', { exitCode: 3, stderr: 'no' })).toEqual({
    success: false,
    stdout: 'x',
    stderr: 'no',
    exit_code: 3,
  });
});

test.each([
  ['{"ok": true}', { ok: true }],
  ['{"success": false, "error": "e"}', { success: false, error: 'e' }],
  ['{"error": "e"}', { error: 'e', success: false, exit_code: 1 }],
  ['{"success": null, "a": 1}', { a: 1, success: false, stderr: 'why', exit_code: 1 }],
])('CLI-06 an object of a script that exits with 1 stays the envelope: %s', (printed, expected) => {
  expect(resultOf(printed, { exitCode: 1, stderr: 'why' })).toEqual(expected);
});

test('CLI-06 of a cut output only the last line is read', () => {
  const readable = '{"a": 1,\n"b": 2}';
  expect(resultOf(readable, { isWhole: false })).toMatchObject({ success: true, stdout: readable });
  expect(resultOf('rest"}\n{"c": 3}', { isWhole: false })).toEqual({ c: 3 });
});

const DEEP = `{"a":${'['.repeat(8000)}${']'.repeat(8000)}}`;

test('CLI-06 an object nested more than 400 levels deep is no envelope', () => {
  expect(resultOf(DEEP)).toBe('too-deep');
  expect(resultOf(`log\n${DEEP}\n`)).toBe('too-deep');
  const most = `{"a":${'['.repeat(399)}"[[{"${']'.repeat(399)}}`;
  expect(resultOf(most)).toEqual(JSON.parse(most));
});

test('CLI-06 such an object of a script that failed is told as text', () => {
  expect(resultOf(DEEP, { exitCode: 2, stderr: 'why' })).toEqual({
    success: false,
    stdout: DEEP,
    stderr: 'why',
    exit_code: 2,
  });
});

test.each([
  ['{"a": 1}', { a: 1, warning: 'left out' }],
  ['{"warning": "mine"}', { warning: 'mine\nleft out' }],
  ['{"warning": ["mine"]}', { warning: [['mine'], 'left out'] }],
  ['text', { success: true, stdout: 'text', stderr: '', exit_code: 0, warning: 'left out' }],
])(
  'ART-09 media that were left out are told beside what the script says: %s',
  (printed, expected) => {
    const media = { media: [], warning: 'left out' };
    expect(resultOf(printed, { media })).toEqual(expected);
  },
);
