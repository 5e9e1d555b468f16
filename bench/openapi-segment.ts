// Reads what fills a placeholder of a path, by the style that the document declares.

import type { JsonValue } from '#base/json.ts';
import { content, decode, paired, type StyleRules } from './openapi-reader.ts';

const DELIMITERS: Readonly<Record<string, string>> = {
  spaceDelimited: '%20',
  tabDelimited: '%09',
  pipeDelimited: '|',
};

export function readSegment(text: string, rules: StyleRules): JsonValue {
  const { style, explode, shape } = rules;
  if (rules.isContent) return content(decode(text), shape);
  if (style === 'matrix') return readMatrix(text, rules);
  const bare = style === 'label' ? text.slice(1) : text;
  if (shape === 'plain') return decode(bare);
  const parts = bare.split(style === 'label' && explode ? '.' : (DELIMITERS[style] ?? ','));
  if (shape === 'array') return parts.map(decode);
  return explode ? Object.fromEntries(parts.map(keyed)) : paired(parts.map(decode));
}

function readMatrix(text: string, { explode, shape, name }: StyleRules): JsonValue {
  const parts = text.split(';').slice(1);
  const bare = (parts[0] ?? '').slice(encodeURIComponent(name).length + 1);
  if (shape === 'plain') return decode(bare);
  if (!explode) {
    const inner = bare.split(',').map(decode);
    return shape === 'array' ? inner : paired(inner);
  }
  return shape === 'array'
    ? parts.map((part) => keyed(part)[1])
    : Object.fromEntries(parts.map(keyed));
}

function keyed(part: string): readonly [string, string] {
  const at = part.indexOf('=');
  return [decode(part.slice(0, at)), decode(part.slice(at + 1))];
}
