// Rewrites the lines of a YAML block that public skills get wrong, so that nested blocks and lists survive.

import { collectFlow, readFlow } from './flow-value.ts';
import { readYaml } from './read-yaml.ts';

export interface RepairedYaml {
  /** As many lines as before, so that line numbers stay true. */
  readonly text: string;
  /** The lines that were changed, from 1. */
  readonly lines: readonly number[];
}

interface Reader {
  readonly lines: readonly string[];
  readonly output: string[];
  readonly changed: Set<number>;
}

interface KeyLine {
  readonly indent: number;
  /** Indentation, list mark, key and colon, with one blank behind. */
  readonly head: string;
  readonly value: string;
}

const KEY_LINE =
  /^( *)((?:- +)*)(?:"[^"\n]*"|'[^'\n]*'|[\p{L}\p{N}_$][\p{L}\p{N}_$./-]*)[ \t]*:(?:[ \t]+|$)(.*)$/u;
/** `key:value` and `key：value`; not in a list, where `user:read` is a text of its own. */
const TIGHT_KEY_LINE = /^( *)([A-Za-z_][\w-]*)[ \t]*(?::(?!\/\/)|：)[ \t]*(.*)$/;
const LIST_ITEM = /^([ ]*)(- +)(.+)$/;
const BLOCK_SCALAR = /^[|>][+-]?\d?[+-]?[ \t]*(?:#.*)?$/;
const CANNOT_START_PLAIN = /^(?:[*&!%@`|>,\]}]|[-?] )/;

/**
 * Quotes plain values that hold `: ` or start with a character YAML keeps for itself, reads JSON with JSON5's
 * freedoms, completes `key:value` and `key：value`, and expands tabs. Blocks that YAML reads are better left alone.
 */
export function repairYaml(block: string): RepairedYaml {
  const reader: Reader = { lines: block.split('\n'), output: [], changed: new Set() };
  let index = 0;
  while (index < reader.lines.length) index += repairAt(reader, index);
  const lines = [...reader.changed].map((line) => line + 1).toSorted((a, b) => a - b);
  return { text: reader.output.join('\n'), lines };
}

/** Writes one or more lines and answers how many were taken. */
function repairAt(reader: Reader, index: number): number {
  const line = untab(reader.lines[index] ?? '');
  if (line.trim() === '' || /^\s*#/.test(line)) return write(reader, index, [line]);
  const flow = takeStandingFlow(reader, index, line);
  if (flow !== undefined) return write(reader, index, flow);
  const key = readKeyLine(line);
  if (key !== undefined) return repairKey(reader, index, key);
  const item = LIST_ITEM.exec(line);
  if (item === null) return write(reader, index, [line]);
  const [, indent = '', mark = '', value = ''] = item;
  return write(reader, index, [indent + mark + repairPlain(value)]);
}

/** JSON on lines of its own; at the margin it belongs to the key above it and must stand deeper. */
function takeStandingFlow(
  reader: Reader,
  index: number,
  line: string,
): readonly string[] | undefined {
  if (!/^\s*[{[]/.test(line)) return undefined;
  return takeFlow(reader, index, /^\s/.test(line) || index === 0 ? line : `  ${line}`);
}

function repairKey(reader: Reader, index: number, key: KeyLine): number {
  const { head, value } = key;
  if (value === '' || value.startsWith('#')) return write(reader, index, [head + value]);
  if (BLOCK_SCALAR.test(value)) return takeBlockScalar(reader, index, key);
  if (value.startsWith('{') || value.startsWith('[')) {
    const taken = takeFlow(reader, index, head + value);
    if (taken !== undefined) return write(reader, index, taken);
  }
  if (/^["']/.test(value) && isClosedQuote(value)) return write(reader, index, [head + value]);
  const more = continuation(reader, index, key);
  if (/^["']/.test(value) && isClosedQuote([value, ...more].join(' '))) {
    return write(reader, index, [head + value, ...more]);
  }
  const whole = [value, ...more.map((part) => part.trim())].join(' ').trim();
  const repaired = repairPlain(whole);
  if (repaired === whole) return write(reader, index, [head + value, ...more]);
  return write(reader, index, [head + repaired, ...more.map(() => '')]);
}

function readKeyLine(line: string): KeyLine | undefined {
  const match = KEY_LINE.exec(line);
  if (match !== null) {
    const [, indent = '', marks = '', value = ''] = match;
    const head = line.slice(0, line.length - value.length);
    return { indent: indent.length + marks.length, head, value: value.trimEnd() };
  }
  const [, indent = '', key = '', value = ''] = TIGHT_KEY_LINE.exec(line) ?? [];
  if (key === '') return undefined;
  return { indent: indent.length, head: `${indent}${key}: `, value: value.trimEnd() };
}

/** The lines that can only be more of a plain value: deeper than its key, or neither key, item, comment nor blank. */
function continuation(reader: Reader, index: number, key: KeyLine): string[] {
  const more: string[] = [];
  for (const raw of reader.lines.slice(index + 1)) {
    const line = untab(raw);
    const isDeeper = indentOf(line) > key.indent && line.trim() !== '';
    const isOrphan = /^[^\s#-]/.test(line) && readKeyLine(line) === undefined;
    if (!isDeeper && !isOrphan) break;
    more.push(line);
  }
  return more;
}

/** A block scalar's lines are kept, and moved in where they stand at the key's own depth. */
function takeBlockScalar(reader: Reader, index: number, key: KeyLine): number {
  const lines = [key.head + key.value];
  for (const raw of reader.lines.slice(index + 1)) {
    const isInside = raw.trim() === '' || indentOf(untab(raw)) > key.indent;
    const isOrphan = !isInside && readKeyLine(raw) === undefined && !raw.startsWith('#');
    if (!isInside && !isOrphan) break;
    lines.push(isOrphan ? `${' '.repeat(key.indent + 2)}${raw.trim()}` : untab(raw));
  }
  return write(reader, index, lines);
}

function takeFlow(reader: Reader, index: number, first: string): readonly string[] | undefined {
  const start = first.search(/[{[]/);
  const collected = collectFlow([first.slice(start), ...reader.lines.slice(index + 1)]);
  if (collected === undefined) return undefined;
  if (collected.lines === 1 && readYaml(collected.text).status === 'read') return [first];
  const value = readFlow(collected.text);
  if (value === undefined) return undefined;
  const blanks = Array.from({ length: collected.lines - 1 }, () => '');
  return [first.slice(0, start) + JSON.stringify(value), ...blanks];
}

function repairPlain(value: string): string {
  const isFine = /^["']/.test(value)
    ? isClosedQuote(value)
    : !(CANNOT_START_PLAIN.test(value) || /:(?:\s|$)/.test(value) || isBrokenFlow(value));
  return isFine ? value : JSON.stringify(value);
}

function isBrokenFlow(value: string): boolean {
  return /^[{[]/.test(value) && readFlow(value) === undefined;
}

function isClosedQuote(value: string): boolean {
  return /^(?:"(?:\\.|[^"\\])*"|'(?:''|[^'])*')[ \t]*(?:#.*)?$/s.test(value);
}

function write(reader: Reader, index: number, lines: readonly string[]): number {
  for (const [offset, line] of lines.entries()) {
    const at = index + offset;
    if (line.trimEnd() !== (reader.lines[at] ?? '').trimEnd()) reader.changed.add(at);
    reader.output.push(line);
  }
  return lines.length;
}

function untab(line: string): string {
  return line.replace(/^[ \t]*/, (blanks) => blanks.replaceAll('\t', '  '));
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
