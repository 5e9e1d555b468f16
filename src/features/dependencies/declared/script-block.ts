// The `# /// script` block of a Python file: what it needs and which Python (PEP 723).

import { parse, TomlError } from 'smol-toml';
import * as z from 'zod';
import { dependencyTexts } from '#contract/texts/dependency-texts.ts';
import { dependencyFailure } from '../dependency-failure.ts';

/** The specification's own, for text whose lines end in LF. */
const BLOCK = /^# \/\/\/ (?<type>[a-zA-Z0-9-]+)$\s(?<content>(?:^#(?:| .*)$\s)+)^# \/\/\/$/gm;

const metadata = z.object({
  dependencies: z.array(z.string()).default([]),
  'requires-python': z.string().optional(),
});

export interface ScriptBlock {
  readonly requirements: readonly string[];
  /** A version specifier such as `>=3.11`. */
  readonly requiresPython: string | undefined;
}

/** Undefined without a block. Throws `dependencies-unavailable` for one that is broken, with `file` in its text. */
export function readScriptBlock(source: string, file: string): ScriptBlock | undefined {
  const text = source.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');
  const blocks = [...text.matchAll(BLOCK)].filter(({ groups }) => groups?.['type'] === 'script');
  const [block, second] = blocks;
  if (block === undefined) return undefined;
  if (second !== undefined) throw broken(file, dependencyTexts.blockTwice());
  const content = (block.groups?.['content'] ?? '').replaceAll(/^# ?/gm, '');
  try {
    const read = metadata.safeParse(parse(content));
    if (!read.success) throw broken(file, dependencyTexts.blockShape());
    return {
      requirements: read.data.dependencies,
      requiresPython: read.data['requires-python'],
    };
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const first = text.slice(0, block.index).split('\n').length;
    const problem = error.message.split('\n', 1)[0] ?? '';
    throw broken(file, dependencyTexts.blockToml(first + error.line, problem));
  }
}

function broken(file: string, why: ReturnType<typeof dependencyTexts.blockShape>) {
  const text = dependencyTexts.blockBroken(file, why);
  return dependencyFailure({ code: 'deps_unsupported', text });
}
