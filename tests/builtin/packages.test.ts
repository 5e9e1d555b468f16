// What every skill that comes with the program declares, and what none of them says.

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { BUILT_IN_FOLDERS } from '#builtin/built-in-skills.ts';
import { createCatalogue } from '#features/packages/index.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const catalogue = await createCatalogue({ roots: [...BUILT_IN_FOLDERS, `${ROOT}skills`] });

test.each(catalogue.all().map((skill) => [skill.name, skill] as const))(
  'ENV-16 %s declares whether it may be repeated, and is named in both languages',
  (_, skill) => {
    expect(skill).toMatchObject({
      findings: [],
      isIdempotent: expect.any(Boolean),
      description: expect.stringMatching(/^[A-Z]/),
      market: {
        version: expect.any(String),
        name_zh: expect.stringMatching(/[\u4E00-\u9FFF]/),
        description_zh: expect.stringMatching(/[\u4E00-\u9FFF]/),
      },
    });
  },
);

test('all of them load', () => {
  expect(catalogue.rejected()).toEqual([]);
  expect(catalogue.all().length).toBeGreaterThanOrEqual(11);
});

test('ENV-15 none of them bans itself: what they meet can be corrected, or passes', () => {
  for (const root of ['src/builtin', 'skills']) {
    const files = readdirSync(ROOT + root, { recursive: true, encoding: 'utf8' });
    const sources = files.filter((name) => /\.(ts|py|sh)$/.test(name));
    expect(sources.length).toBeGreaterThan(5);
    for (const name of sources) {
      expect(readFileSync(`${ROOT}${root}/${name}`, 'utf8')).not.toMatch(/non_?retriable/i);
    }
  }
});
