// A package's name (PKG-04): declared and valid, else the directory's name made safe.

import { createHash } from 'node:crypto';
import { cutText } from '#base/cut-text.ts';
import { packageFieldTexts } from '#contract/texts/package-field-texts.ts';
import { findingAt, type ReportFinding } from '../report-finding.ts';
import { findField, placeOf, type Declaration } from './declaration.ts';
import { textOf } from './field-values.ts';

const PLATFORM_NAME = /^[a-z0-9][a-z0-9_-]*$/;
/** The Agent Skills validator's rule: letters and digits of any script, single hyphens within. */
const SPECIFICATION_NAME = /^[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*$/u;
const LONGEST_NAME = 64;

export function readPackageName(
  declaration: Declaration,
  folderName: string,
  report: ReportFinding,
): string {
  const field = findField(declaration, 'name');
  const declared = textOf(field, report)?.normalize('NFKC');
  const safe = safeName(folderName);
  if (field === undefined || declared === undefined) {
    const place = { file: field?.origin.file ?? firstFile(declaration), line: null };
    report(findingAt(place, ['name-missing', 'medium'], packageFieldTexts.nameMissing(safe)));
    return safe;
  }
  if (!isValidName(declared)) {
    const text = packageFieldTexts.nameInvalid(declared, safe);
    report(findingAt(placeOf(field), ['name-invalid', 'medium'], text));
    return safe;
  }
  if (declared.length > LONGEST_NAME) {
    const text = packageFieldTexts.nameLong(declared.length, LONGEST_NAME);
    report(findingAt(placeOf(field), ['name-long', 'low'], text));
  }
  if (declared !== folderName.normalize('NFKC')) {
    const text = packageFieldTexts.nameOtherThanFolder(declared, folderName);
    report(findingAt(placeOf(field), ['name-other-than-folder', 'low'], text));
  }
  return declared;
}

function isValidName(name: string): boolean {
  if (PLATFORM_NAME.test(name)) return true;
  return (
    SPECIFICATION_NAME.test(name) && name === name.toLowerCase() && name === name.normalize('NFKC')
  );
}

/** Never empty, always valid, the same for the same directory. */
export function safeName(folderName: string): string {
  const lower = folderName.normalize('NFKC').toLowerCase().normalize('NFKC');
  const isPlain = !/[^\0-\x7f]/.test(lower);
  const replaced = isPlain
    ? lower.replaceAll(/[^a-z0-9_-]+/g, '-').replaceAll(/^[_-]+|[_-]+$/g, '')
    : lower.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-+|-+$/g, '');
  const cut = cutText(replaced, LONGEST_NAME).replace(/-+$/, '');
  if (isValidName(cut)) return cut;
  return `skill-${createHash('sha256').update(folderName).digest('hex').slice(0, 8)}`;
}

function firstFile(declaration: Declaration): string {
  const [first] = declaration.values();
  return first?.origin.file ?? 'SKILL.md';
}
