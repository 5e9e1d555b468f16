import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSecretBox, type SecretKey, type SecretKeyring } from './secret-box.ts';

const PLACE = ['configurations', 'org-1', 'team', 't1', 'weather', 'api_key'];
const first = key('first');
const second = key('second');

function key(name: string): SecretKey {
  const material = createHash('sha256').update(name).digest();
  return { id: material.toString('hex').slice(0, 16), material };
}

/** The first is the current one. */
function ring(...keys: readonly [SecretKey, ...SecretKey[]]): SecretKeyring {
  return { current: () => keys[0], find: (id) => keys.find((each) => each.id === id) };
}

test.each(['', 'sk-1', '密钥 🔑 \0 "', 'x'.repeat(100_000)])(
  'CFG-03 opens what it sealed, and no two are alike',
  (plain) => {
    const box = createSecretBox(ring(first));
    const sealed = box.seal(PLACE, plain);
    expect(sealed).toMatch(new RegExp(String.raw`^v1\.${first.id}\.[\w-]{16}\.[\w-]+$`));
    expect(box.open(PLACE, sealed)).toBe(plain);
    expect(box.seal(PLACE, plain)).not.toBe(sealed);
  },
);

test.each([
  [['configurations', 'org-2', 'team', 't1', 'weather', 'api_key']],
  [['configurations', 'org-1', 'role', 't1', 'weather', 'api_key']],
  [['configurations', 'org-1', 'team', 't1', 'weather', 'API_KEY']],
  [['configurations', 'org-1', 'team', 't1', 'weather']],
  [['configurations', 'org-1', 'team,t1', 'weather', 'api_key']],
])('CFG-03 what is moved to %s does not open', (place) => {
  const box = createSecretBox(ring(first));
  const sealed = box.seal(PLACE, 'sk-123456');
  expect(() => box.open(place, sealed)).toThrow(/was altered, or comes from another place/);
});

test('CFG-03 every altered character is noticed, and the place is named, never the value', () => {
  const box = createSecretBox(ring(first, second));
  const sealed = box.seal(PLACE, 'sk-123456');
  for (let at = 0; at < sealed.length; at += 1) {
    // The next but one letter of base64: the last letter of a group has bits that carry nothing.
    const other = sealed[at] === 'A' ? 'g' : 'A';
    const altered = sealed.slice(0, at) + other + sealed.slice(at + 1);
    expect(() => box.open(PLACE, altered)).toThrow(
      expect.objectContaining({
        code: 'secret-unreadable',
        message: expect.stringContaining('skill "weather" (api_key)'),
      }),
    );
  }
});

test.each(['', 'v1', 'v2.a.b.c', 'plain text', `v1.${first.id}.AAAAAAAAAAAAAAAA.AAAA`])(
  'CFG-03 what was never sealed is refused: %j',
  (sealed) => {
    expect(() => createSecretBox(ring(first)).open(PLACE, sealed)).toThrow(/enter the value anew/);
  },
);

test('CFG-03 an earlier key opens, the current one seals', () => {
  const sealed = createSecretBox(ring(first)).seal(PLACE, 'old');
  const rotated = createSecretBox(ring(second, first));
  expect(rotated.open(PLACE, sealed)).toBe('old');
  expect(rotated.seal(PLACE, 'new')).toContain(second.id);
  expect(rotated.seal(PLACE, 'new', first.id)).toContain(first.id);
});

test('CFG-03 a key that is gone is told by its id', () => {
  const sealed = createSecretBox(ring(first)).seal(PLACE, 'sk-123456');
  const box = createSecretBox(ring(second));
  expect(() => box.open(PLACE, sealed)).toThrow(new RegExp(`another key \\(${first.id}\\)`));
  expect(() => box.seal(PLACE, 'x', first.id)).toThrow(/secret\.key/);
});
