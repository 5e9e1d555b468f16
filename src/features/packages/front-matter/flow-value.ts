// Reads JSON-like values as skills write them: over several lines, with comments, trailing commas, single quotes.

import json5 from 'json5';
import { isDeeperThan } from '#base/json.ts';
import { readYaml } from './read-yaml.ts';

/** The lines from the first one's opening bracket to its closing one; undefined where it is never closed. */
export function collectFlow(
  lines: readonly string[],
): { readonly text: string; readonly lines: number } | undefined {
  let depth = 0;
  const taken: string[] = [];
  for (const line of lines) {
    depth += depthChange(line);
    taken.push(line);
    if (depth <= 0) return { text: taken.join('\n').trim(), lines: taken.length };
  }
  return undefined;
}

/** JSON, JSON5 or a YAML flow collection; undefined where it is none of them, or nested deeper than `DEEPEST_JSON`. */
export function readFlow(text: string): unknown {
  const value = parsedFlow(text);
  return isDeeperThan(value) ? undefined : value;
}

function parsedFlow(text: string): unknown {
  try {
    const value: unknown = json5.parse(text);
    return value;
  } catch {
    const reading = readYaml(text.replaceAll('\t', ' ').replaceAll('\n', ' '));
    return reading.status === 'read' ? reading.value : undefined;
  }
}

/** Brackets opened less brackets closed, those in quotes left out. */
function depthChange(line: string): number {
  let change = 0;
  for (const [token] of line.matchAll(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[{}[\]]/g)) {
    if (token === '{' || token === '[') change += 1;
    else if (token === '}' || token === ']') change -= 1;
  }
  return change;
}
