// Finds what a key path means in a stored result, by its index, without reading what lies elsewhere.

import { isJsonObject, type JsonValue } from '#base/json.ts';
import { readResultTexts } from '#contract/texts/read-result-texts.ts';
import { isIndexChild, type IndexNode } from '#features/results/index.ts';
import { ParameterProblem } from '../read-parameter.ts';
import { keyText, type KeyStep } from './key-path.ts';
import { longLists } from './long-lists.ts';
import { entriesOf, itemsOf, nodeRuns, partAt } from './node-runs.ts';
import type { ResultFile } from './result-file.ts';

const MOST_NAMED = 30;

/** Something in the result: large, by its place in the file; or small, as it is. */
export type Place =
  | { readonly kind: 'node'; readonly node: IndexNode }
  | { readonly kind: 'value'; readonly value: JsonValue };

export interface Located {
  readonly place: Place;
  /** The path to it. */
  readonly key: string;
  /** Where the path goes on with several items of it: which, and what of each. */
  readonly range?: KeyStep & { readonly kind: 'slice' };
  readonly rest: readonly KeyStep[];
}

/** Throws a `ParameterProblem` that names what is there where the path leads nowhere. */
export async function locate(
  file: ResultFile,
  root: IndexNode,
  steps: readonly KeyStep[],
): Promise<Located> {
  let place: Place = { kind: 'node', node: root };
  for (const [at, step] of steps.entries()) {
    const key = keyText(steps.slice(0, at));
    if (step.kind === 'slice') {
      refuseUnlessList(place, key, root);
      return { place, key, range: step, rest: steps.slice(at + 1) };
    }
    place = await placeIn(file, place, { step, key });
  }
  return { place, key: keyText(steps), rest: [] };
}

/** What a path without `file` leads to: in each item of a range. Undefined where it leads nowhere. */
export function valueAt(value: JsonValue, steps: readonly KeyStep[]): JsonValue | undefined {
  const [step, ...rest] = steps;
  if (step === undefined) return value;
  if (step.kind === 'name')
    return isJsonObject(value) && Object.hasOwn(value, step.name)
      ? valueAt(value[step.name] ?? null, rest)
      : undefined;
  if (!Array.isArray(value)) return undefined;
  const list: readonly JsonValue[] = value;
  if (step.kind === 'item') {
    const item = list.at(step.index);
    return item === undefined ? undefined : valueAt(item, rest);
  }
  return list.slice(step.from, step.to).flatMap((item) => valueAt(item, rest) ?? []);
}

export function kindOf(place: Place): string {
  if (place.kind === 'node') return place.node.kind;
  const { value } = place;
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'object') return 'object';
  return typeof value === 'string' ? 'text' : typeof value;
}

/** Of a list or a text or an object; 1 of anything else. */
export function countOf(place: Place): number {
  if (place.kind === 'node') return place.node.count;
  const { value } = place;
  if (Array.isArray(value) || typeof value === 'string') return value.length;
  return isJsonObject(value) ? Object.keys(value).length : 1;
}

function refuseUnlessList(place: Place, key: string, root: IndexNode): void {
  const kind = kindOf(place);
  if (kind === 'list') return;
  throw new ParameterProblem('key', readResultTexts.notList(key, kind, longLists(root)));
}

interface Step<Kind extends KeyStep['kind'] = 'name' | 'item'> {
  readonly step: KeyStep & { readonly kind: Kind };
  /** The path so far. */
  readonly key: string;
}

async function placeIn(file: ResultFile, place: Place, { step, key }: Step): Promise<Place> {
  const kind = kindOf(place);
  if (kind === 'object') {
    const name = { name: step.kind === 'name' ? step.name : String(step.index), key };
    return place.kind === 'node'
      ? entryOfNode(file, place.node, name)
      : entryOfValue(place.value, name);
  }
  if (kind !== 'list') throw new ParameterProblem('key', readResultTexts.noInside(key, kind));
  if (step.kind === 'item') return itemIn(file, place, { step, key });
  const text = readResultTexts.needsIndex(key, step.name, countOf(place));
  throw new ParameterProblem('key', text);
}

async function itemIn(file: ResultFile, place: Place, { step, key }: Step<'item'>): Promise<Place> {
  const count = countOf(place);
  const given = step.index;
  const index = given < 0 ? count + given : given;
  if (index < 0 || index >= count)
    throw new ParameterProblem('key', readResultTexts.noItem(`${key}[${given}]`, count));
  if (place.kind === 'value') {
    const list: readonly JsonValue[] = Array.isArray(place.value) ? place.value : [];
    return { kind: 'value', value: list[index] ?? null };
  }
  return itemOfNode(file, place.node, index);
}

async function itemOfNode(file: ResultFile, node: IndexNode, index: number): Promise<Place> {
  const part = node.parts[partAt(node, index)];
  if (part === undefined) return { kind: 'value', value: null };
  if (isIndexChild(part)) return { kind: 'node', node: part.node };
  const text = (await file.read(part.at, part.end)).toString('utf8');
  return { kind: 'value', value: itemsOf(file, { part, text })[index - part.first] ?? null };
}

interface Name {
  readonly name: string;
  readonly key: string;
}

function entryOfValue(value: JsonValue, { name, key }: Name): Place {
  const object = isJsonObject(value) ? value : {};
  if (Object.hasOwn(object, name)) return { kind: 'value', value: object[name] ?? null };
  throw noKey({ name, key }, Object.keys(object), Object.keys(object).length);
}

async function entryOfNode(file: ResultFile, node: IndexNode, name: Name): Promise<Place> {
  const child = node.parts.find((part) => isIndexChild(part) && part.key === name.name);
  if (child !== undefined && isIndexChild(child)) return { kind: 'node', node: child.node };
  const there: string[] = [];
  for await (const run of nodeRuns(file, node)) {
    if (run.kind === 'node') {
      there.push(run.key ?? '');
      continue;
    }
    const entries = entriesOf(file, run);
    if (Object.hasOwn(entries, name.name))
      return { kind: 'value', value: entries[name.name] ?? null };
    if (there.length < MOST_NAMED) there.push(...Object.keys(entries).slice(0, MOST_NAMED));
  }
  throw noKey(name, there, node.count);
}

function noKey({ name, key }: Name, there: readonly string[], count: number): ParameterProblem {
  const named = there.slice(0, MOST_NAMED).map((each) => each.slice(0, 60));
  const wanted = `${key}${key === '' ? '' : '.'}${name}`.slice(0, 200);
  return new ParameterProblem('key', readResultTexts.noKey(wanted, named, count - named.length));
}
