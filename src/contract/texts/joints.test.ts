// Where one text stands inside another: full stops and blanks between them.

import { expect, test } from 'vitest';
import { callTexts, replyTexts } from './agent-texts.ts';
import { modelTexts } from './model-texts.ts';
import { packageCodeTexts } from './package-code-texts.ts';
import { packageTexts } from './package-texts.ts';

const place = {
  id: 'openai/m',
  host: 'h',
  keyVariable: 'KEY',
  urlVariable: 'URL',
  asker: 'operator',
} as const;
const member = { ...place, asker: 'member' } as const;

test.each([
  callTexts.unreadable('t', callTexts.malformed('Unexpected end', undefined)),
  callTexts.unreadable('t', callTexts.argumentsCut('tail')),
  callTexts.unreadable('t', callTexts.argumentsCut(' ')),
  callTexts.unreadable('t', callTexts.notAnObject('array')),
  callTexts.unreadable('t', callTexts.argumentsTooDeep(400)),
  replyTexts.modelFailed(replyTexts.emptyTwice()),
  replyTexts.modelFailed(replyTexts.filtered()),
  replyTexts.modelFailed(replyTexts.streamWithoutEnd()),
  replyTexts.modelFailed(modelTexts.cut(place, 'Gone.')),
  modelTexts.redirects(place, ''),
  modelTexts.keyMissing(place),
  modelTexts.keyMissing(member),
  modelTexts.keyUnsendable(member, 'control'),
  modelTexts.refused(member, 404, 'No.'),
  modelTexts.unreachable(place, ''),
  packageTexts.unforeseen('It broke.').message,
  packageTexts.unforeseen('It broke').message,
  packageTexts.tomlInvalid('no value. aborting.').message,
  packageCodeTexts.schemaFileBroken('at position 3').message,
])('a text with another inside it ends with one full stop: $en', ({ zh, en }) => {
  expect(en).toMatch(/[^.。]\.$/);
  expect(zh).toMatch(/[^.。]。$/);
  expect(`${zh}\n${en}`).not.toMatch(/ {2}| ,|«\s*»|「\s*」|。\.|\.。/);
});
