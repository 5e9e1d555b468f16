// The types that a schema names, in the words of all versions.

import { itemsOf, childOf, flagAt, textAt, type Node } from '../document/references.ts';

export interface SchemaTypes {
  /** Undefined where none is named, or only such as JSON doesn't have. */
  readonly types: readonly string[] | undefined;
  readonly isNullable: boolean;
  readonly isFile: boolean;
}

/** What authors write for them. */
const TYPES: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'integer',
  boolean: 'boolean',
  object: 'object',
  array: 'array',
  null: 'null',
  file: 'string',
  int: 'integer',
  long: 'integer',
  float: 'number',
  double: 'number',
  bool: 'boolean',
  date: 'string',
  datetime: 'string',
  uuid: 'string',
};

export function readTypes(node: Node): SchemaTypes {
  const type = childOf(node, 'type');
  const named =
    typeof type.value === 'string' ? [type.value] : itemsOf(type).map(({ value }) => value);
  const known = named.flatMap((name) => {
    const word = typeof name === 'string' ? name.toLowerCase() : '';
    return Object.hasOwn(TYPES, word) ? [TYPES[word] ?? ''] : [];
  });
  const types = [...new Set(known)];
  const isOnlyNull = types.join() === 'null';
  return {
    types:
      types.length === 0 ? undefined : isOnlyNull ? types : types.filter((each) => each !== 'null'),
    isNullable:
      flagAt(node, 'nullable') === true ||
      flagAt(node, 'x-nullable') === true ||
      types.includes('null'),
    isFile: named.includes('file') || isBinary(node, types),
  };
}

function isBinary(node: Node, types: readonly string[]): boolean {
  const isText = types.length === 0 || types.includes('string');
  if (!isText) return false;
  if (textAt(node, 'format') === 'binary') return true;
  const media = textAt(node, 'contentMediaType');
  const isEncoded = textAt(node, 'contentEncoding') !== undefined;
  return media !== undefined && !isEncoded && !/^text\/|json|xml/.test(media);
}
