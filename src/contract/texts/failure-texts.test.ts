// ENV-10, held over the whole catalogue: where does a person or a model end up who follows a text to the letter?

import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const FOLDER = new URL('./', import.meta.url);
const CATALOGUES = readdirSync(FOLDER).filter((name) => name.endsWith('-texts.ts'));

/** What says nothing, or sends away. */
const DEAD_ENDS = [
  /内部错误/,
  /系统错误/,
  /未知错误/,
  /联系(系统)?管理员/,
  /联系(技术支持|客服)/,
  /internal (server )?error/i,
  /unknown error/i,
  /something went wrong/i,
  /contact (your|the|an) (system )?administrator/i,
  /contact support/i,
];

test('ENV-10 the catalogue of texts is there', () => {
  expect(CATALOGUES).toContain('run-failure-texts.ts');
});

test.each(CATALOGUES)('ENV-10 no text of %s leads to a dead end', (name) => {
  // Comments may speak of what the texts must not say.
  const source = readFileSync(new URL(name, FOLDER), 'utf8').replaceAll(
    /^\s*(\/\/|\/?\*).*$/gm,
    '',
  );
  for (const deadEnd of DEAD_ENDS) expect(source).not.toMatch(deadEnd);
});

test('ENV-10 no failure text outside the catalogue leads to a dead end either', () => {
  const root = new URL('../../', FOLDER);
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.tsx?$/.test(name) && !name.endsWith('.test.ts'),
  );
  const guilty = sources.filter((name) => {
    const source = readFileSync(new URL(name, root), 'utf8');
    return /error: ?['"`][^'"`\n]*(内部错误|联系管理员|internal error|contact your administrator)/i.test(
      source,
    );
  });
  expect(sources.length).toBeGreaterThan(20);
  expect(guilty).toEqual([]);
});
