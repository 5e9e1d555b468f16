import { expect, test } from 'vitest';
import { AppError } from '#base/app-error.ts';
import { languageOf, readSettings } from './settings.ts';

test('has a default for every setting', () => {
  expect(readSettings({})).toMatchObject({
    failPerTool: 4,
    failTotal: 8,
    skillWallDefaultSec: 600,
    skillWallHardcapSec: 1800,
    toolWallSec: 1800,
    maxLoopSec: 300,
    maxToolRounds: 8,
    toolResultOffloadChars: 12_000,
    host: '127.0.0.1',
    port: 4700,
    model: 'offline',
    language: 'en',
  });
});

test.each([
  ['FAIL_PER_TOOL', '0'],
  ['FAIL_TOTAL', 'many'],
  ['MAX_LOOP_SEC', '-1'],
  ['MAX_TOOL_ROUNDS', '1.5'],
  ['QIAO_PORT', '70000'],
  ['QIAO_MODEL', 'gpt'],
  ['QIAO_LANGUAGE', 'fr'],
  ['QIAO_SANDBOX', 'jail'],
  ['SKILL_AUTO_DEPS', 'yes'],
  ['OPENAI_BASE_URL', 'localhost:1'],
  ['DATABASE_URL', 'mysql://x'],
])('refuses %s=%s by name, in both languages', (name, value) => {
  const refusal = thrownBy(() => readSettings({ [name]: value }));
  expect(refusal.code).toBe('settings-invalid');
  expect(refusal.text.zh).toContain(name);
  expect(refusal.text.en).toContain(name);
});

test('an address with a path is told that it must have none; a slash at its end is no path', () => {
  const refusal = thrownBy(() => readSettings({ QIAO_PUBLIC_URL: 'https://q.example.com/app' }));
  expect(refusal.text.en).toContain('without a path');
  expect(refusal.text.zh).toContain('不能带路径');
  const { publicUrl } = readSettings({ QIAO_PUBLIC_URL: 'https://q.example.com/' });
  expect(publicUrl).toBe('https://q.example.com');
});

test.each(['DATABASE_URL', 'OPENAI_BASE_URL'])('never repeats the secret in %s', (name) => {
  const refusal = thrownBy(() => readSettings({ [name]: 'htp://u:hunter2@h' }));
  expect(JSON.stringify(refusal.text)).not.toContain('hunter2');
});

test('a blank variable counts as absent', () => {
  expect(readSettings({ QIAO_PORT: ' ', FAIL_TOTAL: '' })).toMatchObject({
    port: 4700,
    failTotal: 8,
  });
});

test.each([
  [{ QIAO_LANGUAGE: 'zh', LANG: 'en_US.UTF-8' }, 'zh'],
  [{ LANG: 'zh_CN.UTF-8' }, 'zh'],
  [{ LC_ALL: 'en_GB', LANG: 'zh_CN' }, 'en'],
  [{ LANG: 'C' }, 'en'],
])('takes the language from %o', (environment, language) => {
  expect(readSettings(environment).language).toBe(language);
});

test('the language can be told where other settings are wrong, and its own one too', () => {
  expect(languageOf({ LANG: 'zh_CN.UTF-8', QIAO_PORT: 'x', QIAO_LANGUAGE: 'fr' })).toBe('zh');
  expect(languageOf({ LANG: 'zh_CN.UTF-8', QIAO_LANGUAGE: 'en' })).toBe('en');
});

function thrownBy(action: () => unknown): AppError {
  try {
    action();
  } catch (thrown) {
    if (thrown instanceof AppError) return thrown;
  }
  throw new TypeError('It did not throw an AppError.');
}
