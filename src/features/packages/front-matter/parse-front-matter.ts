// Turns a block of front matter into fields: as YAML, else as repaired YAML, else line by line.

import { DEEPEST_JSON, isJsonObject } from '#base/json.ts';
import { packageTexts } from '#contract/texts/package-texts.ts';
import { findingAt, type Place } from '../report-finding.ts';
import type { PackageFinding } from '../skill-package.ts';
import { readHeadings, readLines } from './read-lines.ts';
import { readYaml, type YamlReading } from './read-yaml.ts';
import { repairYaml } from './repair-yaml.ts';
import type { SplitDocument } from './split-front-matter.ts';

export interface FrontMatter {
  readonly fields: ReadonlyMap<string, unknown>;
  /** Numbers as they were written, by key. */
  readonly numbers: ReadonlyMap<string, string>;
}

/** Characters. The largest honest one seen is a tenth of it; YAML's cost grows faster than the text. */
const LONGEST_BLOCK = 65_536;

type Report = (finding: PackageFinding) => void;
type Found = Extract<YamlReading, { status: 'read' }>;

/** `file` is the document's name, for the findings. Undefined where nothing can be made of it, which is fatal. */
export function parseFrontMatter(
  split: SplitDocument,
  file: string,
  report: Report,
): FrontMatter | undefined {
  const lineOf = (line: number): number => split.blockLine + line - 1;
  if (split.block.length > LONGEST_BLOCK) {
    const text = packageTexts.frontMatterTooLarge(LONGEST_BLOCK);
    report({
      rule: 'front-matter-too-large',
      severity: 'high',
      file,
      line: split.blockLine,
      ...text,
    });
    return { fields: readLines(split.block.slice(0, LONGEST_BLOCK)), numbers: new Map() };
  }
  const reading = readYaml(split.block);
  if (reading.status === 'read') {
    for (const line of reading.repeatedKeyLines) {
      const text = packageTexts.keyRepeated();
      report({
        rule: 'front-matter-key-repeated',
        severity: 'low',
        file,
        line: lineOf(line),
        ...text,
      });
    }
    return fromYaml(reading, split, { file, report });
  }
  if (reading.status === 'too-deep') return tooDeep({ file, line: lineOf(reading.line) }, report);
  const repaired = repairYaml(split.block);
  const again = readYaml(repaired.text);
  if (again.status === 'too-deep') return tooDeep({ file, line: lineOf(again.line) }, report);
  const broken = { rule: 'front-matter-invalid', file } as const;
  if (again.status === 'read' && isJsonObject(again.value)) {
    const mistakes = mistakesAmong(repaired.lines, split.block);
    for (const line of mistakes.length === 0 ? [reading.line] : mistakes) {
      const text = packageTexts.frontMatterRepaired(reading.problem);
      report({ ...broken, severity: 'medium', line: lineOf(line), ...text });
    }
    return fromYaml(again, split, { file, report });
  }
  const text = packageTexts.frontMatterByLine(reading.problem);
  report({ ...broken, severity: 'high', line: lineOf(reading.line), ...text });
  return { fields: readLines(split.block), numbers: new Map() };
}

/** The lines at which mistakes start: what stands indented below a changed line was changed along with it. */
function mistakesAmong(changed: readonly number[], block: string): readonly number[] {
  const lines = block.split('\n');
  const known = new Set(changed);
  return changed.filter(
    (line) => !known.has(line - 1) || /^["'\p{L}\p{N}_$]/u.test(lines[line - 1] ?? ''),
  );
}

/** No line is guessed at: what was nested may be a gate, which must not open by that. */
function tooDeep(place: Place, report: Report): undefined {
  const text = packageTexts.frontMatterTooDeep(DEEPEST_JSON);
  report(findingAt(place, ['front-matter-too-deep', 'fatal'], text));
}

function fromYaml(
  reading: Found,
  split: SplitDocument,
  { file, report }: { readonly file: string; readonly report: Report },
): FrontMatter {
  const { value, numbers } = reading;
  const headings = split.block.includes('#')
    ? readHeadings(split.block)
    : new Map<string, string>();
  if (isJsonObject(value)) {
    return { fields: withHeadings(new Map(Object.entries(value)), headings), numbers };
  }
  const isNothing = value === null || value === undefined;
  if (!isNothing || headings.size === 0) {
    const text = packageTexts.frontMatterNotMapping();
    const line = split.blockLine;
    report({ rule: 'front-matter-not-mapping', severity: 'high', file, line, ...text });
  }
  const maps = Array.isArray(value) ? value.filter((item) => isJsonObject(item)) : [];
  const isText = !isNothing && !Array.isArray(value);
  const fields = new Map<string, unknown>(isText ? readLines(split.block) : []);
  for (const item of maps) for (const [key, inner] of Object.entries(item)) fields.set(key, inner);
  return { fields: withHeadings(fields, headings), numbers };
}

function withHeadings(
  fields: ReadonlyMap<string, unknown>,
  headings: ReadonlyMap<string, string>,
): ReadonlyMap<string, unknown> {
  return headings.size === 0 ? fields : new Map([...headings, ...fields]);
}
