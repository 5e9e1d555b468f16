// Reads the two files in which a package says what it is: SKILL.md and skill.toml.

import { join } from 'node:path';
import { DEEPEST_JSON, isDeeperThan } from '#base/json.ts';
import { packageFieldTexts } from '#contract/texts/package-field-texts.ts';
import { packageTexts } from '#contract/texts/package-texts.ts';
import { mergeDeclarations, placeOf, plainName, type Declaration } from './declared/declaration.ts';
import { readToml } from './declared/read-toml.ts';
import { parseFrontMatter } from './front-matter/parse-front-matter.ts';
import { splitFrontMatter, type SplitDocument } from './front-matter/split-front-matter.ts';
import { findingAt, type ReportFinding } from './report-finding.ts';
import { readTextFile, type TextFile } from './text-file.ts';

export interface Manifest {
  readonly declaration: Declaration;
  /** The file that declares first: SKILL.md, or skill.toml where there is no other. */
  readonly file: string;
  /** SKILL.md as it is spelt; undefined where there is none. */
  readonly document: string | undefined;
  /** SKILL.md without its front matter; '' where there is none. */
  readonly body: string;
}

const TOML_FILE = 'skill.toml';
const SCHEMA_FIELDS = new Set(['input_schema', 'parameters']);

/** Undefined where the package can't be loaded; what is wrong is reported as fatal. */
export function readManifest(
  folder: string,
  files: readonly string[],
  report: ReportFinding,
): Manifest | undefined {
  const document = documentName(files);
  const hasToml = files.includes(TOML_FILE);
  if (document === undefined && !hasToml) {
    const place = { file: 'SKILL.md', line: null };
    const nested = files.find((path) => /\/skill\.md$/i.test(path));
    const text = packageTexts.manifestMissing(nested);
    report(findingAt(place, ['manifest-missing', 'fatal'], text));
    return undefined;
  }
  const markdown = document === undefined ? undefined : readTextFile(join(folder, document));
  const toml = hasToml ? readTextFile(join(folder, TOML_FILE)) : undefined;
  const fromMarkdown =
    document === undefined || markdown === undefined
      ? { declaration: new Map(), body: '' }
      : fromDocument(document, markdown, report);
  const fromToml = toml === undefined ? new Map() : tomlDeclaration(toml, report);
  if (fromMarkdown === undefined || fromToml === undefined) return undefined;
  const declaration = mergeDeclarations(fromMarkdown.declaration, fromToml);
  if (hasTooDeepField(declaration, report)) return undefined;
  return {
    declaration,
    file: document ?? TOML_FILE,
    document,
    body: fromMarkdown.body,
  };
}

/** A schema that is too deep is left out by its reader; what else is may be a gate, which must not open by that. */
function hasTooDeepField(declaration: Declaration, report: ReportFinding): boolean {
  const tooDeep = [...declaration]
    .filter(([name, { value }]) => !SCHEMA_FIELDS.has(name) && isDeeperThan(value))
    .map(([, field]) => field);
  for (const field of tooDeep) {
    const text = packageFieldTexts.tooDeep(field.key, DEEPEST_JSON);
    report(findingAt(placeOf(field), ['field-too-deep', 'fatal'], text));
  }
  return tooDeep.length > 0;
}

/** A document's text without its front matter. */
export function bodyOf(text: string): string {
  return splitFrontMatter(text).body;
}

/** `SKILL.md`, else the same in any other case. */
function documentName(files: readonly string[]): string | undefined {
  return files.includes('SKILL.md')
    ? 'SKILL.md'
    : files.find((file) => file.toLowerCase() === 'skill.md');
}

function fromDocument(
  file: string,
  read: TextFile,
  report: ReportFinding,
): { readonly declaration: Declaration; readonly body: string } | undefined {
  const place = { file, line: null };
  if (read.status === 'unreadable') {
    report(
      findingAt(place, ['file-unreadable', 'fatal'], packageTexts.unreadable(file, read.code)),
    );
    return undefined;
  }
  reportSaving(file, read, report);
  const split = splitFrontMatter(read.text);
  reportFences(file, split, report);
  if (split.status === 'none') return { declaration: new Map(), body: split.body };
  const parsed = parseFrontMatter(split, file, report);
  if (parsed === undefined) return undefined;
  const { fields, numbers } = parsed;
  // Prose between two thematic breaks is part of the document.
  if (fields.size === 0 && split.block.trim() !== '') {
    return { declaration: new Map(), body: read.text };
  }
  const head = read.text.slice(0, read.text.length - split.body.length);
  const origin = { file, head };
  const declaration = new Map(
    [...fields].map(([key, value]) => [
      plainName(key),
      { key, value, written: numbers.get(key), origin },
    ]),
  );
  return { declaration, body: split.body };
}

function reportSaving(
  file: string,
  read: Extract<TextFile, { status: 'read' }>,
  report: ReportFinding,
): void {
  const place = { file, line: null };
  if (read.encoding !== 'utf-8') {
    const text = packageTexts.otherEncoding(read.encoding);
    report(findingAt(place, ['file-not-utf-8', 'medium'], text));
  }
  if (read.isCut) report(findingAt(place, ['file-too-large', 'high'], packageTexts.tooLarge()));
  if (file !== 'SKILL.md') {
    report(findingAt(place, ['file-name-case', 'low'], packageTexts.otherCase(file)));
  }
}

function reportFences(file: string, split: SplitDocument, report: ReportFinding): void {
  const place = { file, line: 1 };
  if (split.status === 'none') {
    report(findingAt(place, ['front-matter-missing', 'high'], packageTexts.frontMatterMissing()));
  } else if (split.status === 'unterminated') {
    const line = split.blockLine + split.block.split('\n').length - 1;
    const text = packageTexts.frontMatterUnterminated(line);
    report(findingAt({ file, line }, ['front-matter-unterminated', 'high'], text));
  }
  if (split.isOddlyOpened) {
    report(findingAt(place, ['front-matter-not-first', 'low'], packageTexts.frontMatterNotFirst()));
  }
}

function tomlDeclaration(read: TextFile, report: ReportFinding): Declaration | undefined {
  const place = { file: TOML_FILE, line: null };
  if (read.status === 'unreadable') {
    const text = packageTexts.unreadable(TOML_FILE, read.code);
    report(findingAt(place, ['file-unreadable', 'fatal'], text));
    return undefined;
  }
  if (read.isCut) {
    report(findingAt(place, ['file-too-large', 'fatal'], packageTexts.tooLarge()));
    return undefined;
  }
  const toml = readToml(read.text, TOML_FILE);
  if (toml.status === 'read') return toml.declaration;
  const text = packageTexts.tomlInvalid(toml.problem);
  report(findingAt({ ...place, line: toml.line }, ['skill-toml-invalid', 'fatal'], text));
  return undefined;
}
