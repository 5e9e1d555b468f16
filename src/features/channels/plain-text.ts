// Markdown as plain text: nothing of what it says is lost, only how it looks.

import { setImmediate } from 'node:timers/promises';
import { piecesOf } from './markdown-pieces.ts';
import { readMarkdown, type MarkdownNode, type MarkdownRoot } from './markdown-tree.ts';

/** Deeper than anything that is meant: what nests on is left as it was written. */
const DEEPEST = 40;

/** Such a block is left as it was written: the parser would take seconds for one that was made to hold it up. */
const LONGEST_PIECE = 16_000;

/**
 * Tables become lists, links `text (address)`; headings and emphasis lose their signs; code stays. Between two pieces of a
 * long text others have their turn.
 */
export async function plainText(markdown: string): Promise<string> {
  const parsed: (string | ParsedPiece)[] = [];
  for (const { text, isHostile } of piecesOf(markdown)) {
    if (parsed.length > 0) await setImmediate();
    const isLeft = isHostile || text.length > LONGEST_PIECE;
    parsed.push(isLeft ? text.trim() : { source: text, root: readMarkdown(text) });
  }
  const definitions = definitionsIn(parsed);
  const pieces = parsed.length === 1 ? parsed : await withAllDefinitions(parsed, definitions);
  const place = { addresses: addressesOf(definitions), used: usedIn(pieces), depth: 0 };
  return pieces
    .map((piece) =>
      typeof piece === 'string'
        ? piece
        : blocks(piece.root.children, { ...place, source: piece.source }),
    )
    .filter((text) => text !== '')
    .join('\n\n');
}

interface ParsedPiece {
  readonly source: string;
  readonly root: MarkdownRoot;
}

type Definition = NodeOf<'definition'> & { readonly line: string };

/** Of each name the first one, which is the one that counts. */
function definitionsIn(pieces: readonly (string | ParsedPiece)[]): ReadonlyMap<string, Definition> {
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
async function withAllDefinitions(
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

function usedIn(pieces: readonly (string | ParsedPiece)[]): ReadonlySet<string> {
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

interface Place {
  readonly source: string;
  /** Where references lead, by their names. */
  readonly addresses: ReadonlyMap<string, string>;
  /** Names that are referred to. */
  readonly used: ReadonlySet<string>;
  readonly depth: number;
}

function addressesOf(definitions: ReadonlyMap<string, Definition>): ReadonlyMap<string, string> {
  return new Map([...definitions].map(([name, { url }]) => [name, url]));
}

function blocks(nodes: readonly MarkdownNode[], place: Place): string {
  return nodes
    .map((node) => textOf(node, place))
    .filter((text) => text.trim() !== '')
    .join('\n\n');
}

function inline(nodes: readonly MarkdownNode[], place: Place): string {
  return nodes.map((node) => textOf(node, place)).join('');
}

function textOf(node: MarkdownNode, above: Place): string {
  const place = { ...above, depth: above.depth + 1 };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the one of its own type
  const told = TOLD[node.type] as ((node: MarkdownNode, place: Place) => string) | undefined;
  return told === undefined || place.depth > DEEPEST ? sourceOf(node, place) : told(node, place);
}

type NodeOf<Type extends MarkdownNode['type']> = Extract<MarkdownNode, { type: Type }>;

/** What is in no line here is left as it was written. */
const TOLD: {
  readonly [Type in MarkdownNode['type']]?: (node: NodeOf<Type>, place: Place) => string;
} = {
  text: ({ value }) => value,
  inlineCode: ({ value }) => value,
  code: ({ value }) => value,
  html: ({ value }) => (/^<br\s*\/?>$/i.test(value) ? '\n' : value),
  break: () => '\n',
  thematicBreak: () => '---',
  // What is referred to is told there; what is not would be lost.
  definition: (node, place) => (isTold(node, place) ? '' : sourceOf(node, place)),
  paragraph: ({ children }, place) => inline(children, place),
  heading: ({ children }, place) => inline(children, place),
  emphasis: ({ children }, place) => inline(children, place),
  strong: ({ children }, place) => inline(children, place),
  blockquote: ({ children }, place) => indented(blocks(children, place), '> ', '> '),
  list: listText,
  table: tableText,
  link: ({ children, url }, place) => linkText(inline(children, place), url),
  image: ({ alt, url }) => linkText(alt ?? '', url),
  linkReference: ({ children, identifier }, place) =>
    linkText(inline(children, place), place.addresses.get(identifier)),
  imageReference: ({ alt, identifier }, { addresses }) =>
    linkText(alt ?? '', addresses.get(identifier)),
};

function isTold({ identifier, url }: NodeOf<'definition'>, { used, addresses }: Place): boolean {
  return used.has(identifier) && addresses.get(identifier) === url;
}

function sourceOf({ position }: MarkdownNode, { source }: Pick<Place, 'source'>): string {
  return source.slice(position?.start.offset ?? 0, position?.end.offset ?? 0);
}

function linkText(text: string, address: string | undefined): string {
  if (address === undefined || address === '') return text;
  const isBare = text === '' || text === address || `mailto:${text}` === address;
  return isBare ? address.replace(/^mailto:/, '') : `${text} (${address})`;
}

function listText({ ordered, start, children }: NodeOf<'list'>, place: Place): string {
  const first = start ?? 1;
  return children
    .map((item, index) => {
      const mark = ordered === true ? `${first + index}. ` : '- ';
      const text = item.children
        .map((child) => textOf(child, place))
        .filter((each) => each.trim() !== '')
        .join('\n');
      return indented(text, mark, ' '.repeat(mark.length));
    })
    .join('\n');
}

/** A line for each row, with the column's name before each cell: narrow screens break columns. */
function tableText({ children: [head, ...rows] }: NodeOf<'table'>, place: Place): string {
  const cellsOf = (row: NodeOf<'table'>['children'][number] | undefined): string[] =>
    (row?.children ?? []).map((cell) => inline(cell.children, place).trim());
  const names = cellsOf(head);
  if (rows.length === 0) return names.filter((name) => name !== '').join(' | ');
  return rows
    .map((row) => {
      const cells = cellsOf(row).map((cell, index) => namedCell(names[index] ?? '', cell));
      return `- ${cells.filter((cell) => cell !== '').join('; ')}`;
    })
    .join('\n');
}

function namedCell(name: string, cell: string): string {
  if (cell === '' || name === '') return cell;
  return `${name}: ${cell}`;
}

function indented(text: string, first: string, others: string): string {
  return text
    .split('\n')
    .map((line, index) => (line === '' && index > 0 ? '' : (index === 0 ? first : others) + line))
    .join('\n');
}
