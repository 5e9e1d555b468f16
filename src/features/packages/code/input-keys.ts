// Finds, without running a handler, the keys that its code reads from its input (CFG-01 (2)).

import { ENTRY_NAMES } from './handler-entry.ts';
import { blankNodeTexts } from './node-dialect.ts';
import { blankPythonTexts } from './python-dialect.ts';

/** The names of the input within the code: the entry's first parameter and what it is assigned to. */
interface InputNames {
  readonly names: readonly string[];
  /** Keys taken by a pattern in the parameter list. */
  readonly destructured: readonly string[];
}

/** In the order of the code, each once; empty where no entry is found. */
export function readInputKeys(source: string, language: 'python' | 'node'): readonly string[] {
  const input = language === 'python' ? pythonInput(source) : nodeInput(source);
  if (input === undefined) return [];
  const { names, destructured } = input;
  if (names.length === 0) return destructured;
  const found = language === 'python' ? pythonReads(source, names) : nodeReads(source, names);
  return [...new Set([...destructured, ...found])];
}

function pythonInput(source: string): InputNames | undefined {
  const code = blankPythonTexts(source);
  for (const entry of ENTRY_NAMES) {
    const pattern = new RegExp(String.raw`^(?:async[ \t]+)?def[ \t]+${entry}\s*\(\s*(\w+)`, 'm');
    const parameter = pattern.exec(code)?.[1];
    if (parameter === undefined) continue;
    const alias = new RegExp(
      String.raw`^[ \t]+(\w+)(?:[ \t]*:[^=\n]+)?[ \t]*=[ \t]*(?:dict\()?\(?${parameter}\)?(?:\.copy\(\))?\)?(?:[ \t]+or[ \t]+(?:\{\}|dict\(\)))?\)?[ \t]*$`,
      'gm',
    );
    return { names: withAliases(parameter, code, alias), destructured: [] };
  }
  return undefined;
}

function nodeInput(source: string): InputNames | undefined {
  const code = blankNodeTexts(source);
  for (const entry of [...ENTRY_NAMES, 'default']) {
    const opening = nodeEntry(entry).exec(code);
    if (opening === null) continue;
    const start = opening.index + opening[0].length;
    const [, pattern, parameter] =
      /^\s*(?:(\{)|([\p{L}_$][\p{L}\p{N}_$]*))/u.exec(code.slice(start)) ?? [];
    if (pattern !== undefined) {
      return { names: [], destructured: patternKeys(source.slice(start), code.slice(start)) };
    }
    if (parameter === undefined) continue;
    const escaped = parameter.replaceAll('$', String.raw`\$`);
    const alias = new RegExp(
      String.raw`\b(?:const|let|var)\s+([\p{L}_$][\p{L}\p{N}_$]*)\s*(?::[^=;\n]{1,200})?=\s*\(?${escaped}!?(?:\s+as\s[^;\n)]{1,200})?\)?(?:\s*(?:\?\?|\|\|)\s*\{\s*\})?\s*(?:as\s[^;\n]{1,200})?[;\n]`,
      'gu',
    );
    return { names: withAliases(parameter, code, alias), destructured: [] };
  }
  return undefined;
}

/** Matches up to the bracket that opens the entry's parameters: of a function, an arrow, or a method. */
function nodeEntry(name: string): RegExp {
  const named =
    name === 'default'
      ? String.raw`export\s+default\s+(?:async\s+)?(?:function\s*\w*\s*)?`
      : [
          String.raw`\bfunction\s+${name}\s*(?:<[^>(]*>)?\s*`,
          String.raw`(?:\b(?:const|let|var)\s+${name}\b[^=;]{0,300}|\bexports\.${name}\s*|\b${name}\s*:)(?:=\s*)?(?:async\s+)?(?:function\s*\w*\s*)?`,
          String.raw`^[ \t]+(?:async\s+)?${name}\s*(?=\([^()]*(?:\([^()]*\)[^()]*)*\)\s*(?::[^{;]*)?\{)`,
        ].join('|');
  return new RegExp(String.raw`(?:${named})\(`, 'm');
}

function withAliases(parameter: string, code: string, alias: RegExp): readonly string[] {
  const others = [...code.matchAll(alias)].map(([, name = '']) => name);
  return [...new Set([parameter, ...others])].filter((name) => name !== '');
}

const PYTHON_TEXT = String.raw`[rRbBuU]?(?:"""[^]*?"""|'''[^]*?'''|"(?:\\[^]|[^"\\\n])*"|'(?:\\[^]|[^'\\\n])*')`;
const PYTHON_FORMATTED = String.raw`[rR]?[fF][rR]?(?:"""([^]*?)"""|'''([^]*?)'''|"((?:\\[^]|[^"\\\n])*)"|'((?:\\[^]|[^'\\\n])*)')`;

function pythonReads(source: string, names: readonly string[]): readonly string[] {
  const any = names.join('|');
  const pattern = new RegExp(
    [
      String.raw`(?<![\w.])(?:${any})(?:\s*\[\s*|\s*\.\s*(?:get|pop|setdefault)\s*\(\s*)(?:"([^"\\\n]+)"|'([^'\\\n]+)')`,
      String.raw`(?:"([^"\\\n]+)"|'([^'\\\n]+)')\s+(?:not\s+)?in\s+(?:${any})\b`,
      PYTHON_FORMATTED,
      PYTHON_TEXT,
      String.raw`#[^\n]*`,
    ].join('|'),
    'g',
  );
  return [...source.matchAll(pattern)].flatMap(([, ...groups]) => {
    const key = groups.slice(0, 4).find((group) => group !== undefined);
    if (key !== undefined) return [key];
    const formatted = groups.slice(4).find((group) => group !== undefined);
    // Within an f-string only the parts in braces are code.
    const parts = formatted?.match(/\{[^{}]*\}/g) ?? [];
    return parts.flatMap((part) => pythonReads(part.slice(1, -1), names));
  });
}

const NODE_TEXT = String.raw`"(?:\\[^]|[^"\\\n])*"|'(?:\\[^]|[^'\\\n])*'`;
const NODE_TEMPLATE = '`((?:\\\\[^]|[^`\\\\])*)`';

function nodeReads(source: string, names: readonly string[]): readonly string[] {
  const any = names.map((name) => name.replaceAll('$', String.raw`\$`)).join('|');
  const input = String.raw`(?:(?<![\w$.])(?:${any})(?![\w$])(?:\s+as\s+[^()\n]{1,200}\))?)!?`;
  const pattern = new RegExp(
    [
      String.raw`${input}\s*\??\.\s*([\p{L}_$][\p{L}\p{N}_$]*)`,
      String.raw`${input}\s*(?:\?\.)?\[\s*(?:"([^"\\\n]+)"|'([^'\\\n]+)')\s*\]`,
      String.raw`(?:"([^"\\\n]+)"|'([^'\\\n]+)')\s+in\s+(?:${any})(?![\w$])`,
      String.raw`\b(?:const|let|var)\s*(\{(?=[^;]{0,600}?\}[^=;]{0,200}=\s*\(?(?:${any})(?![\w$.([])))`,
      NODE_TEMPLATE,
      NODE_TEXT,
      String.raw`//[^\n]*|/\*[^]*?\*/`,
    ].join('|'),
    'gu',
  );
  return [...source.matchAll(pattern)].flatMap((match) => {
    const [, ...groups] = match;
    const key = groups.slice(0, 5).find((group) => group !== undefined);
    if (key !== undefined) return [key];
    const [brace, template] = groups.slice(5);
    if (brace !== undefined) {
      const rest = source.slice(match.index + match[0].length - 1);
      return patternKeys(rest, blankNodeTexts(rest.slice(0, 2000)));
    }
    const parts = template?.match(/\$\{[^{}]*\}/g) ?? [];
    return parts.flatMap((part) => nodeReads(part.slice(2, -1), names));
  });
}

/** The keys of `{ city, days = 3, 'unit': u, ...rest }`, which stands at the start of both texts. */
function patternKeys(source: string, code: string): readonly string[] {
  let depth = 0;
  let start = code.indexOf('{') + 1;
  const parts: string[] = [];
  for (const { 0: mark, index } of code.matchAll(/[{}[\](),]/g)) {
    if (/[{[(]/.test(mark)) depth += 1;
    if (/[)\]}]/.test(mark)) depth -= 1;
    if (depth > 1 || (depth === 1 && mark !== ',')) continue;
    parts.push(source.slice(start, index));
    start = index + 1;
    if (depth === 0) break;
  }
  const name = /^\s*(?:([\p{L}_$][\p{L}\p{N}_$]*)|"([^"]+)"|'([^']+)')/u;
  return parts
    .map((part) =>
      name
        .exec(part)
        ?.slice(1)
        .find((group) => group !== undefined),
    )
    .filter((key) => key !== undefined);
}
