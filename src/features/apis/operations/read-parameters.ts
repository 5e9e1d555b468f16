// The parameters of an operation, its path's too, and how each is written (API-03, API-05).

import type { Place, Style, Writing } from '../api-operation.ts';
import {
  childOf,
  entriesOf,
  flagAt,
  itemsOf,
  textAt,
  type Node,
  type References,
} from '../document/references.ts';

export interface DeclaredParameter extends Writing {
  readonly name: string;
  readonly place: Place;
  readonly isRequired: boolean;
  readonly schema: Node | undefined;
  readonly description: string | undefined;
}

/** Swagger 2's `in: body` and `in: formData` are the body's. */
export interface DeclaredParameters {
  readonly parameters: readonly DeclaredParameter[];
  readonly bodyNode: Node | undefined;
  readonly formNodes: readonly Node[];
}

const PLACES: ReadonlySet<string> = new Set<Place>(['path', 'query', 'header', 'cookie']);
/** OpenAPI 3: these are said elsewhere, and ignored as parameters. */
const SAID_ELSEWHERE = new Set(['accept', 'content-type', 'authorization']);
/** The connection's own: nobody sets them from outside. */
const OF_CONNECTION = new Set([
  'host',
  'content-length',
  'transfer-encoding',
  'connection',
  'upgrade',
  'expect',
  'te',
  'trailer',
]);

export interface ParameterRules {
  readonly references: References;
  readonly isSwagger: boolean;
}

/** The operation's own take the place of the path's. Throws `package-invalid` for one that leads nowhere. */
export function readParameters(
  sources: readonly Node[],
  rules: ParameterRules,
): DeclaredParameters {
  const found = new Map<string, Node>();
  for (const node of sources.flatMap((source) => itemsOf(childOf(source, 'parameters')))) {
    const parameter = rules.references.follow(node);
    const place = textAt(parameter, 'in')?.toLowerCase() ?? '';
    const name = textAt(parameter, 'name');
    if (name === undefined) continue;
    found.set(place === 'body' ? 'body' : `${place} ${name}`, parameter);
  }
  const all = [...found.values()];
  const inPlace = (place: string) =>
    all.filter((node) => textAt(node, 'in')?.toLowerCase() === place);
  return {
    parameters: all.flatMap((node) => parameterOf(node, rules)),
    bodyNode: inPlace('body')[0],
    formNodes: inPlace('formdata'),
  };
}

function parameterOf(node: Node, { isSwagger }: ParameterRules): readonly DeclaredParameter[] {
  const { place, name } = placeOf(node);
  if (!isPlace(place) || name === '') return [];
  const header = place === 'header' ? name.toLowerCase() : '';
  if (OF_CONNECTION.has(header) || (!isSwagger && SAID_ELSEWHERE.has(header))) return [];
  const isNeeded = flagAt(node, 'required') === true && header !== 'authorization';
  return [
    {
      name,
      place,
      isRequired: place === 'path' || isNeeded,
      description: textAt(node, 'description'),
      ...(isSwagger
        ? { schema: node, ...collectionWriting(node, place) }
        : { ...writingOf(node, place), ...contentOf(node) }),
    },
  ];
}

/** Its schema, or that of its only content, which is one text then. */
function contentOf(node: Node): Pick<DeclaredParameter, 'schema' | 'mediaType'> {
  const [media] = entriesOf(childOf(node, 'content'));
  const schema = childOf(media?.[1] ?? node, 'schema');
  return {
    schema: schema.value === undefined ? undefined : schema,
    ...(media !== undefined && { mediaType: media[0] }),
  };
}

function placeOf(node: Node): { readonly place: string; readonly name: string } {
  return { place: textAt(node, 'in')?.toLowerCase() ?? '', name: textAt(node, 'name') ?? '' };
}

function isPlace(place: string): place is Place {
  return PLACES.has(place);
}

const STYLES: ReadonlySet<string> = new Set<Style>([
  'form',
  'simple',
  'label',
  'matrix',
  'deepObject',
  'spaceDelimited',
  'pipeDelimited',
]);

function writingOf(node: Node, place: Place): Writing {
  const style = styleIn(node) ?? (place === 'query' || place === 'cookie' ? 'form' : 'simple');
  const explode = flagIn(node, 'explode') ?? style === 'form';
  const allowReserved = flagAt(node, 'allowReserved') === true;
  return { style, explode, ...(allowReserved && { allowReserved }) };
}

/** Also of a body's `encoding`: undefined where it says none. */
export function styleIn(node: Node): Style | undefined {
  const style = textAt(node, 'style');
  return style !== undefined && isStyle(style) ? style : undefined;
}

export function flagIn(node: Node, key: string): boolean | undefined {
  const { value } = childOf(node, key);
  return typeof value === 'boolean' ? value : undefined;
}

function isStyle(style: string): style is Style {
  return STYLES.has(style);
}

const COLLECTIONS: Readonly<Record<string, Writing>> = {
  ssv: { style: 'spaceDelimited', explode: false },
  tsv: { style: 'tabDelimited', explode: false },
  pipes: { style: 'pipeDelimited', explode: false },
  multi: { style: 'form', explode: true },
};

/** Swagger 2's `collectionFormat`; without it a list is joined by commas. */
export function collectionWriting(node: Node, place: Place | 'form'): Writing {
  const plain = {
    style: place === 'path' || place === 'header' ? 'simple' : 'form',
    explode: false,
  } as const;
  const format = textAt(node, 'collectionFormat') ?? '';
  return Object.hasOwn(COLLECTIONS, format) ? (COLLECTIONS[format] ?? plain) : plain;
}
