// Markdown as plain text: nothing of what it says is lost, only how it looks.

import { setImmediate } from 'node:timers/promises';
import { piecesOf } from './markdown-pieces.ts';
import {
  definitionsIn,
  sourceOf,
  usedIn,
  withAllDefinitions,
  type Definition,
  type ParsedPiece,
} from './markdown-references.ts';
import { readMarkdown, type MarkdownNode } from './markdown-tree.ts';

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
