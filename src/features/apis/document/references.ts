// Follows references through a description and the files beside it, one at a time and only where they are asked for.

import { isJsonObject, type JsonObject, type JsonValue } from '#base/json.ts';
import { apiTexts } from '#contract/texts/api-skill-texts.ts';
import { apiFault, type FaultPlace } from './api-fault.ts';
import { referredFile, type PackageFiles } from './package-files.ts';
import { parseDocument } from './parse-document.ts';

/** A value and where it stands: `pointer` in `file` of the package. */
export interface Node extends FaultPlace {
  readonly value: JsonValue | undefined;
}

export interface References {
  readonly root: Node & { readonly value: JsonObject };
  /** The node itself, or what its references lead to. Throws `package-invalid` where they lead nowhere or in a circle. */
  follow(node: Node): Node;
}

const MOST_HOPS = 50;

/** `main` is relative to the package. */
export function openReferences(files: PackageFiles, main: string): References {
  const documents = new Map<string, JsonObject>();
  const documentOf = (name: string, from: FaultPlace): JsonObject => {
    const known = documents.get(name);
    if (known !== undefined) return known;
    const document = parseDocument(files.read(name, from), name);
    documents.set(name, document);
    return document;
  };
  const start = { file: main, pointer: '' };
  const root = { ...start, value: documentOf(main, start) };

  const follow = (node: Node): Node => {
    let at = node;
    for (let hops = 0; hops < MOST_HOPS; hops += 1) {
      const reference = referenceOf(at);
      if (reference === undefined) return at;
      at = target(reference, at);
    }
    throw apiFault(node, apiTexts.referenceCircle());
  };
  const target = (reference: string, from: Node): Node => {
    const [name = '', fragment = ''] = splitOnce(reference, '#');
    const file = name === '' ? from.file : referredFile(name, from.file);
    if (file === undefined) throw apiFault(from, apiTexts.referenceOutside(reference));
    let at: Node = { file, pointer: '', value: documentOf(file, from) };
    // What a pointer leads through may itself be a reference.
    for (const key of keysOf(fragment)) {
      if (referenceOf(at) !== undefined) at = follow(at);
      at = childOf(at, key);
      if (at.value === undefined) throw apiFault(from, apiTexts.referenceNowhere(reference));
    }
    return at;
  };
  return { root, follow };
}

export function referenceOf({ value }: Node): string | undefined {
  const reference = isJsonObject(value) && Object.hasOwn(value, '$ref') ? value['$ref'] : undefined;
  return typeof reference === 'string' ? reference : undefined;
}

export function childOf({ file, pointer, value }: Node, key: string): Node {
  const inner = isJsonObject(value)
    ? Object.hasOwn(value, key)
      ? value[key]
      : undefined
    : itemAt(value, key);
  return {
    file,
    pointer: `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`,
    value: inner,
  };
}

function itemAt(value: JsonValue | undefined, key: string): JsonValue | undefined {
  return Array.isArray(value) && /^\d+$/.test(key) ? value[Number(key)] : undefined;
}

/** The children of a map, in its order; none where it is none. */
export function entriesOf(node: Node): readonly (readonly [key: string, child: Node])[] {
  if (!isJsonObject(node.value)) return [];
  return Object.keys(node.value).map((key) => [key, childOf(node, key)]);
}

export function itemsOf(node: Node): readonly Node[] {
  if (!Array.isArray(node.value)) return [];
  return node.value.map((value: JsonValue, at) => ({
    file: node.file,
    pointer: `${node.pointer}/${at}`,
    value,
  }));
}

export function textAt(node: Node, key: string): string | undefined {
  const value =
    isJsonObject(node.value) && Object.hasOwn(node.value, key) ? node.value[key] : undefined;
  return typeof value === 'string' ? value : undefined;
}

export function flagAt(node: Node, key: string): boolean | undefined {
  const value =
    isJsonObject(node.value) && Object.hasOwn(node.value, key) ? node.value[key] : undefined;
  return typeof value === 'boolean' ? value : value === 'true' ? true : undefined;
}

/** `#/a~1b/c%20d` and `#anchor`-less pointers only. */
function keysOf(fragment: string): readonly string[] {
  if (fragment === '' || fragment === '/') return [];
  return fragment
    .replace(/^\//, '')
    .split('/')
    .map((key) => unescaped(key).replaceAll('~1', '/').replaceAll('~0', '~'));
}

function unescaped(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}

function splitOnce(text: string, by: string): readonly string[] {
  const at = text.indexOf(by);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + by.length)];
}
