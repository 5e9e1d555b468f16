// The large lists of a stored result, by its index alone.

import { isIndexChild, type IndexNode } from '#features/results/index.ts';
import { keyBelow } from './key-path.ts';

const MOST_LISTS = 20;

/** Key paths of those outside of other lists. */
export function longLists(root: IndexNode): readonly string[] {
  return [...listsIn(root, '')].slice(0, MOST_LISTS);
}

function* listsIn(node: IndexNode, key: string): Generator<string> {
  for (const part of node.parts) {
    if (!isIndexChild(part) || part.key === undefined) continue;
    const path = keyBelow(key, part.key);
    if (part.node.kind === 'list') yield path;
    else if (part.node.kind === 'object') yield* listsIn(part.node, path);
  }
}
