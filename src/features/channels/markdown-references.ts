// Where references in Markdown lead: to definitions that may stand anywhere in the text, in another piece of it too.

import { setImmediate } from 'node:timers/promises';
import { readMarkdown, type MarkdownNode, type MarkdownRoot } from './markdown-tree.ts';

export interface ParsedPiece {
  readonly source: string;
  readonly root: MarkdownRoot;
}

export type Definition = Extract<MarkdownNode, { type: 'definition' }> & {
  /** As it was written. */
  readonly line: string;
};

/** Of each name the first one, which is the one that counts. */
export function definitionsIn(
  pieces: readonly (string | ParsedPiece)[],
): ReadonlyMap<string, Definition> {
  const found = new Map<string, Definition>();
  for (const piece of pieces) {
    if (typeof piece === 'string') continue;
    for (const node of nodesIn(piece.root.children))
      if (node.type === 'definition' && !found.has(node.identifier))
        found.set(node.identifier, { ...node, line: sourceOf(node, piece) });
  }
  return found;
}

/** What is referred to in one piece may be defined in another. */
export async function withAllDefinitions(
  pieces: readonly (string | ParsedPiece)[],
  definitions: ReadonlyMap<string, Definition>,
): Promise<readonly (string | ParsedPiece)[]> {
  if (definitions.size === 0) return pieces;
  const found: (string | ParsedPiece)[] = [];
  for (const piece of pieces) {
    found.push(typeof piece === 'string' ? piece : definedPiece(piece, definitions));
    await setImmediate();
  }
  return found;
}

function definedPiece(
  piece: ParsedPiece,
  definitions: ReadonlyMap<string, Definition>,
): ParsedPiece {
  const { source, root } = piece;
  // As the parser names them: without regard to case and blanks.
  const text = source.toLowerCase().replaceAll(/\s+/g, ' ');
  const own = new Set(definitionsIn([piece]).keys());
  const others = [...definitions].filter(([name]) => !own.has(name) && text.includes(`[${name}]`));
  if (others.length === 0) return piece;
  const defined = `${source.trimEnd()}\n\n${others.map(([, { line }]) => line).join('\n')}`;
  const { children } = readMarkdown(defined);
  const end = source.trimEnd().length;
  const shown = children.filter(({ position }) => (position?.start.offset ?? 0) < end);
  return { source: defined, root: { ...root, children: shown } };
}

/** Names that are referred to. */
export function usedIn(pieces: readonly (string | ParsedPiece)[]): ReadonlySet<string> {
  const used = new Set<string>();
  for (const piece of pieces) {
    if (typeof piece === 'string') continue;
    for (const node of nodesIn(piece.root.children))
      if (node.type === 'linkReference' || node.type === 'imageReference')
        used.add(node.identifier);
  }
  return used;
}

/**
 * In the order in which they stand, without regard to how deep they nest.
 * @yields each of them, and all that is in it
 */
function* nodesIn(nodes: readonly MarkdownNode[]): Generator<MarkdownNode> {
  const open = nodes.toReversed();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    yield node;
    if ('children' in node) for (const child of node.children.toReversed()) open.push(child);
  }
}

/** As it was written. */
export function sourceOf(
  { position }: MarkdownNode,
  { source }: { readonly source: string },
): string {
  return source.slice(position?.start.offset ?? 0, position?.end.offset ?? 0);
}
