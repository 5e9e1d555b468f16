// The program that a script skill names (CLI-10).

import { packageFieldTexts } from '#contract/texts/package-field-texts.ts';
import { findingAt, type ReportFinding } from '../report-finding.ts';
import { findField, placeOf, type Declaration } from './declaration.ts';
import { scalarText } from './field-values.ts';

/** A text is split as a shell would; a list is taken word by word. Undefined where there is none. */
export function readCommand(
  declaration: Declaration,
  report: ReportFinding,
): readonly string[] | undefined {
  const field = findField(declaration, 'command');
  if (field === undefined) return undefined;
  const words = Array.isArray(field.value)
    ? field.value.map((word: unknown) => scalarText(word))
    : splitWords(scalarText(field.value) ?? '');
  const known = words?.filter((word) => word !== undefined) ?? [];
  if (words !== undefined && known.length === words.length && (known[0] ?? '') !== '') return known;
  report(findingAt(placeOf(field), ['command-unreadable', 'high'], packageFieldTexts.notCommand()));
  return undefined;
}

/** Words as in a POSIX shell: blanks, both kinds of quotes, backslashes. Undefined where a quote is not closed. */
function splitWords(line: string): readonly string[] | undefined {
  const words: string[] = [];
  let rest = line.trimStart();
  while (rest !== '') {
    const [raw = ''] = /^(?:\\[^]|'[^']*'|"(?:\\[^]|[^"\\])*"|[^\s'"\\])+/.exec(rest) ?? [];
    if (raw === '') return undefined;
    words.push(unquote(raw));
    const behind = rest.slice(raw.length);
    if (behind !== '' && !/^\s/.test(behind)) return undefined;
    rest = behind.trimStart();
  }
  return words;
}

function unquote(raw: string): string {
  return raw.replaceAll(/'[^']*'|"(?:\\[^]|[^"\\])*"|\\[^]/g, (part) => {
    if (part.startsWith("'")) return part.slice(1, -1);
    return part.startsWith('"')
      ? part.slice(1, -1).replaceAll(/\\(["\\$`])/g, '$1')
      : part.slice(1);
  });
}
