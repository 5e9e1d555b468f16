// One schema of a description seen whole: references followed, `allOf` merged, alternatives that only add properties too.

import { AppError } from '#base/app-error.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '#base/json.ts';
import {
  childOf,
  entriesOf,
  flagAt,
  itemsOf,
  referenceOf,
  textAt,
  type Node,
  type References,
} from '../document/references.ts';
import { readConstraints } from './constraints.ts';
import { readTypes } from './schema-types.ts';

export interface SchemaView {
  /** JSON's types; none where nothing is said. */
  readonly types: readonly string[];
  readonly isNullable: boolean;
  /** Bytes: Swagger's `file`, `format: binary`, or a media type that is none of text's. */
  readonly isFile: boolean;
  readonly description: string | undefined;
  readonly enum: readonly JsonValue[] | undefined;
  readonly default: JsonValue | undefined;
  /** Keywords that every provider takes. */
  readonly constraints: JsonObject;
  readonly properties: ReadonlyMap<string, Node>;
  readonly required: ReadonlySet<string>;
  readonly items: Node | undefined;
  /** Of other properties: whether they may be there, or what they look like; undefined where nothing is said. */
  readonly additional: boolean | Node | undefined;
  /** It is one of these. */
  readonly choices: readonly Node[];
  /** The references that were followed for it, by where they lead: what comes again below is a cycle. */
  readonly identities: readonly string[];
}

export interface SchemaViews {
  /** The same view for the same place of the document. A reference that leads nowhere is told to `onBroken` and says nothing. */
  viewOf(node: Node): SchemaView;
}

const MOST_SCHEMAS = 5000;

export type OnBroken = (error: AppError) => void;

export function createSchemaViews(references: References, onBroken: OnBroken): SchemaViews {
  const views = new WeakMap<object, SchemaView>();
  return {
    viewOf(node) {
      const { value } = node;
      if (!isJsonObject(value)) return freeze(emptyDraft());
      const known = views.get(value);
      if (known !== undefined) return known;
      const draft = emptyDraft();
      const room = { schemas: MOST_SCHEMAS };
      merge({ references, onBroken, draft, seen: new Set(), room }, node, 'whole');
      const view = freeze(draft);
      views.set(value, view);
      return view;
    },
  };
}

interface Draft {
  types: readonly string[] | undefined;
  isNullable: boolean;
  isFile: boolean;
  description: string | undefined;
  enum: readonly JsonValue[] | undefined;
  default: JsonValue | undefined;
  constraints: JsonObject;
  properties: Map<string, Node>;
  required: Set<string>;
  items: Node | undefined;
  additional: boolean | Node | undefined;
  choices: Node[];
  identities: string[];
}

interface Merging {
  readonly references: References;
  readonly onBroken: OnBroken;
  readonly draft: Draft;
  readonly seen: Set<JsonValue>;
  /** Schemas that may still be looked at for this one: alternatives of alternatives multiply. */
  readonly room: { schemas: number };
}

/** `part`: one of several alternatives, of which nothing is required. */
type Share = 'whole' | 'part';

function merge(merging: Merging, node: Node, share: Share): void {
  const { draft, seen } = merging;
  if (!isJsonObject(node.value) || seen.has(node.value) || merging.room.schemas <= 0) return;
  merging.room.schemas -= 1;
  seen.add(node.value);
  mergeOwn(draft, node, share);
  const target = targetOf(merging, node);
  if (target !== undefined) {
    draft.identities.push(`${target.file}#${target.pointer}`);
    merge(merging, target, share);
  }
  for (const each of itemsOf(childOf(node, 'allOf'))) merge(merging, each, share);
  mergeChoices(merging, node);
}

function mergeOwn(draft: Draft, node: Node, share: Share): void {
  const { types, isNullable, isFile } = readTypes(node);
  fillIn(draft, {
    types,
    isNullable,
    isFile,
    description: textAt(node, 'description') ?? textAt(node, 'title'),
    enum: enumOf(node),
    default: childOf(node, 'default').value,
    constraints: readConstraints(node),
    items: itemsNode(node),
  });
  for (const [name, child] of entriesOf(childOf(node, 'properties'))) {
    if (!draft.properties.has(name)) draft.properties.set(name, child);
  }
  if (share === 'whole') {
    for (const { value } of itemsOf(childOf(node, 'required'))) {
      if (typeof value === 'string') draft.required.add(value);
    }
  }
  draft.additional ??= additionalOf(node);
}

/** What is said first counts. */
function fillIn(draft: Draft, other: Plain): void {
  draft.types ??= other.types;
  draft.isNullable ||= other.isNullable;
  draft.isFile ||= other.isFile;
  draft.description ??= other.description;
  draft.enum ??= other.enum;
  draft.default ??= other.default;
  draft.constraints = { ...other.constraints, ...draft.constraints };
  draft.items ??= other.items;
}

type Plain = Pick<
  Draft,
  'types' | 'isNullable' | 'isFile' | 'description' | 'enum' | 'default' | 'constraints' | 'items'
>;

function targetOf({ references, onBroken }: Merging, node: Node): Node | undefined {
  if (referenceOf(node) === undefined) return undefined;
  try {
    return references.follow(node);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    onBroken(error);
    return undefined;
  }
}

/** Alternatives that only say what is required say nothing here; a single one is the schema; those of objects add up. */
function mergeChoices(merging: Merging, node: Node): void {
  const given = [...itemsOf(childOf(node, 'anyOf')), ...itemsOf(childOf(node, 'oneOf'))];
  if (given.length === 0) return;
  const { draft } = merging;
  const looked = given.map((choice) => ({ choice, view: lookAt(merging, choice) }));
  if (looked.some(({ view }) => view.types?.join() === 'null')) draft.isNullable = true;
  const telling = looked.filter(({ view }) => tellsSomething(view));
  const [first] = telling;
  if (first === undefined) return;
  const areObjects = telling.every(({ view }) => view.properties.size > 0);
  if (telling.length === 1) absorb(draft, first.view, 'whole');
  else if (areObjects || draft.properties.size > 0) {
    for (const { view } of telling) absorb(draft, view, 'part');
    draft.types ??= ['object'];
  } else draft.choices.push(...telling.map(({ choice }) => choice));
}

function lookAt(merging: Merging, node: Node): Draft {
  const draft = emptyDraft();
  merge({ ...merging, draft, seen: new Set(merging.seen) }, node, 'whole');
  return draft;
}

function absorb(draft: Draft, other: Draft, share: Share): void {
  for (const [name, child] of other.properties) {
    if (!draft.properties.has(name)) draft.properties.set(name, child);
  }
  draft.additional ??= other.additional;
  draft.identities.push(...other.identities);
  if (share === 'part') return;
  fillIn(draft, other);
  draft.choices.push(...other.choices);
  for (const name of other.required) draft.required.add(name);
}

function tellsSomething({ types, properties, enum: values, items, choices }: Draft): boolean {
  if (types !== undefined && types.length > 0 && types.join() !== 'null') return true;
  return properties.size > 0 || values !== undefined || items !== undefined || choices.length > 0;
}

function enumOf(node: Node): readonly JsonValue[] | undefined {
  const constant = childOf(node, 'const').value;
  if (constant !== undefined) return [constant];
  const values = itemsOf(childOf(node, 'enum')).map(({ value }) => value ?? null);
  return values.length === 0 ? undefined : values;
}

/** Lists whose places differ take what stands in the first. */
function itemsNode(node: Node): Node | undefined {
  const items = childOf(node, 'items');
  if (isJsonObject(items.value)) return items;
  const [first] = [...itemsOf(childOf(node, 'prefixItems')), ...itemsOf(items)];
  return first;
}

function additionalOf(node: Node): boolean | Node | undefined {
  const declared = childOf(node, 'additionalProperties');
  if (isJsonObject(declared.value)) {
    return Object.keys(declared.value).length === 0 ? true : declared;
  }
  return flagAt(node, 'additionalProperties');
}

function emptyDraft(): Draft {
  return {
    types: undefined,
    isNullable: false,
    isFile: false,
    description: undefined,
    enum: undefined,
    default: undefined,
    constraints: {},
    properties: new Map(),
    required: new Set(),
    items: undefined,
    additional: undefined,
    choices: [],
    identities: [],
  };
}

function freeze(draft: Draft): SchemaView {
  return { ...draft, types: impliedTypes(draft) };
}

function impliedTypes({
  types,
  properties,
  additional,
  items,
  enum: values,
}: Draft): readonly string[] {
  if (types !== undefined && types.length > 0) return types;
  if (properties.size > 0 || (additional !== undefined && additional !== false)) return ['object'];
  if (items !== undefined) return ['array'];
  return values?.every((value) => typeof value === 'string') === true ? ['string'] : [];
}
