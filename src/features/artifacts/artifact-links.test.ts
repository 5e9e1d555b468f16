import { randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createArtifactLinks } from './artifact-links.ts';

const START = Date.parse('2026-01-02T03:04:05Z');
const secret = randomBytes(32);
const file = { artifactId: randomUUID(), sessionId: randomUUID() };

function linksAt(ms: number, own: Uint8Array = secret) {
  return createArtifactLinks({ secret: own, lifeMs: 1000, now: () => new Date(START + ms) });
}

test('ART-04 a link names its file and its conversation, and ends', () => {
  const token = linksAt(0).tokenFor(file);
  expect(token).toMatch(/^[\w-]+$/);
  expect(token.length).toBeLessThan(100);
  expect(linksAt(0).read(token)).toEqual(file);
  expect(linksAt(999).read(token)).toEqual(file);
  expect(linksAt(1000).read(token)).toBeUndefined();
});

test('ART-04 what was not signed here is no link, whatever was changed of it', () => {
  const token = linksAt(0).tokenFor(file);
  expect(linksAt(0, randomBytes(32)).read(token)).toBeUndefined();
  const bytes = Buffer.from(token, 'base64url');
  for (let at = 0; at < bytes.length; at += 1) {
    const other = Buffer.from(bytes);
    other[at] = (other[at] ?? 0) ^ 1;
    expect(linksAt(0).read(other.toString('base64url'))).toBeUndefined();
  }
});

test.each(['', 'x', 'A'.repeat(92), 'é'.repeat(92), 'A'.repeat(5000)])(
  'ART-04 %j is no link',
  (token) => {
    expect(linksAt(0).read(token)).toBeUndefined();
  },
);

test('ART-04 a link has one spelling', () => {
  const token = linksAt(0).tokenFor(file);
  const others = [`${token}=`, `${token} `, `${token}.`];
  expect(others.map((other) => linksAt(0).read(other))).toEqual(others.map(() => undefined));
});
