// The input schema of a tool: what providers take, cut to a size, level by level, so that no argument is ever lost.

import { cutText } from '#base/cut-text.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '#base/json.ts';
import type { Node } from '../document/references.ts';
import type { SchemaView, SchemaViews } from './schema-view.ts';

export interface ToolArgument {
  readonly name: string;
  /** Undefined where nothing is declared: then a text. */
  readonly schema: Node | undefined;
  readonly description: string | undefined;
  /** Said beside the description: that it names a file, say. */
  readonly note?: string;
  readonly isRequired: boolean;
  /** Whatever the schema says: the path of a file. */
  readonly isFile?: boolean;
  readonly isFileList?: boolean;
  /** Whatever the schema says: fields by their names. */
  readonly isFields?: boolean;
}

/** Characters of a schema's JSON text, about. */
export const TOOL_SCHEMA_CHARS = 8000;

const DEEPEST = 8;
/** What a property takes at least: its name's quotes and its type. */
const LEAST_CHARS = 24;
const LONGEST_ENUM = 1200;
const LONGEST_DEFAULT = 120;
const LONGEST_NAMES = 300;
/** By level; below these the last. */
const DESCRIPTION_CHARS = [400, 200, 120] as const;
/** Providers refuse a tool whose properties have other names. */
const PROPERTY_NAME = /^[\w.-]{1,64}$/;

type Draft = Record<string, JsonValue>;

interface Slot {
  readonly out: Draft;
  readonly node: Node;
  readonly level: number;
  readonly trail: Trail | undefined;
}

/** Where a slot stands: the references that lead to it. */
interface Trail {
  readonly identity: string;
  readonly above: Trail | undefined;
}

interface Room {
  chars: number;
}

export function toolSchema(
  args: readonly ToolArgument[],
  views: SchemaViews,
  limitChars: number = TOOL_SCHEMA_CHARS,
): JsonObject {
  const room: Room = { chars: limitChars };
  const own = Math.floor((limitChars * 0.6) / Math.max(1, args.length)) - LEAST_CHARS;
  const longest = Math.max(0, Math.min(DESCRIPTION_CHARS[0], own));
  const drafts = args.map((each) => ({ each, out: {} as Draft }));
  let level: Slot[] = [];
  // What is required gets its share first, wherever it stands.
  const inTurn = drafts.toSorted((a, b) => Number(b.each.isRequired) - Number(a.each.isRequired));
  for (const { each, out } of inTurn)
    level.push(...describeArgument(each, out, { room, views, longest }));
  while (level.length > 0) level = level.flatMap((slot) => fill(slot, room, views));
  const required = args.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(drafts.map(({ each, out }) => [each.name, out])),
    ...(required.length > 0 && { required }),
  };
}

interface ArgumentRules {
  readonly room: Room;
  readonly views: SchemaViews;
  /** Characters of a description. */
  readonly longest: number;
}

function describeArgument(
  argument: ToolArgument,
  out: Draft,
  { room, views, longest }: ArgumentRules,
): readonly Slot[] {
  const { schema, note = '' } = argument;
  const view = schema === undefined ? undefined : views.viewOf(schema);
  const slots = shapeArgument(argument, view, { out, room, level: 0, trail: undefined, views });
  const described = oneLine(argument.description ?? view?.description ?? '');
  const also = typeof out['description'] === 'string' ? out['description'] : '';
  const most = room.chars <= 0 ? 0 : longest;
  const text = [cutText(described, most), also, note].filter((part) => part !== '').join(' ');
  if (text !== '') out['description'] = text;
  room.chars -= argument.name.length + LEAST_CHARS + text.length;
  return slots;
}

function shapeArgument(
  { isFile, isFileList, isFields }: ToolArgument,
  view: SchemaView | undefined,
  expansion: Expansion,
): readonly Slot[] {
  const { out, room } = expansion;
  if (isFileList === true) Object.assign(out, { type: 'array', items: { type: 'string' } });
  else if (isFields === true) Object.assign(out, { type: 'object', additionalProperties: true });
  else if (isFile === true || view === undefined) out['type'] = 'string';
  else if (room.chars > 0) return expand(view, expansion);
  else addLeast(out, view);
  return [];
}

function fill(slot: Slot, room: Room, views: SchemaViews): readonly Slot[] {
  const { out, node, level, trail } = slot;
  const view = views.viewOf(node);
  const isCycle = view.identities.some((identity) => isOnTrail(trail, identity));
  if (room.chars <= 0 || level > DEEPEST || isCycle) {
    addLeast(out, view);
    if (isCycle) out['description'] = 'As further up.';
    room.chars -= LEAST_CHARS;
    return [];
  }
  const before = room.chars;
  const slots = expand(view, { out, room, level, trail, views });
  const most = DESCRIPTION_CHARS[Math.min(level, DESCRIPTION_CHARS.length - 1)] ?? 0;
  const described = cutText(oneLine(view.description ?? ''), Math.min(most, Math.max(0, before)));
  if (described !== '') {
    const also = out['description'];
    out['description'] = typeof also === 'string' ? `${described} ${also}` : described;
    room.chars -= described.length + 18;
  }
  return slots;
}

interface Expansion {
  readonly out: Draft;
  readonly room: Room;
  readonly level: number;
  readonly trail: Trail | undefined;
  readonly views: SchemaViews;
}

/** The schema itself without what stands below it, which is answered as slots. */
function expand(view: SchemaView, expansion: Expansion): readonly Slot[] {
  const { out, room, level } = expansion;
  const trail = view.identities.reduce<Trail | undefined>(
    (above, identity) => ({ identity, above }),
    expansion.trail,
  );
  const below = (node: Node, inner: Draft): Slot => ({ out: inner, node, level: level + 1, trail });
  addType(out, view);
  Object.assign(out, view.constraints);
  addEnum(out, view);
  room.chars -= JSON.stringify(out).length;
  const type = view.types[0];
  if (view.choices.length > 0 && type === undefined) return addChoices(view, expansion, below);
  if (type === 'array') {
    const items: Draft = {};
    out['items'] = items;
    return view.items === undefined ? [] : [below(view.items, items)];
  }
  return type === 'object' ? addProperties(view, expansion, below) : [];
}

type Below = (node: Node, out: Draft) => Slot;

function addChoices(view: SchemaView, { out, room }: Expansion, below: Below): readonly Slot[] {
  const fitting = Math.max(1, Math.floor(room.chars / (LEAST_CHARS * 2)));
  const slots = view.choices.slice(0, fitting).map((choice) => below(choice, {}));
  // With one left out nothing may be ruled out.
  if (slots.length < view.choices.length) return [];
  out['anyOf'] = slots.map((slot) => slot.out);
  return slots;
}

function addProperties(view: SchemaView, { out, room }: Expansion, below: Below): readonly Slot[] {
  const { properties, required, additional } = view;
  const all = [...properties].toSorted(
    ([a], [b]) => Number(required.has(b)) - Number(required.has(a)),
  );
  const safe = all.filter(([name]) => PROPERTY_NAME.test(name));
  let fitting = 0;
  for (const [name] of safe) {
    if (room.chars <= 0) break;
    room.chars -= name.length + LEAST_CHARS;
    fitting += 1;
  }
  const kept = safe.slice(0, fitting);
  const slots = kept.map(([, node]) => below(node, {}));
  const names = kept.map(([name]) => name);
  if (names.length > 0) {
    out['properties'] = Object.fromEntries(slots.map((slot, at) => [names[at] ?? '', slot.out]));
    const needed = names.filter((name) => required.has(name));
    if (needed.length > 0) out['required'] = needed;
  }
  const others = all.filter(([name]) => !names.includes(name)).map(([name]) => name);
  if (others.length > 0) {
    const told = cutText(others.join(', '), LONGEST_NAMES);
    out['description'] = `Further properties: ${told}${told.length === LONGEST_NAMES ? ' …' : ''}`;
    room.chars -= told.length + 40;
  }
  return [...slots, ...addAdditional(additional, out, below)];
}

function addAdditional(
  additional: boolean | Node | undefined,
  out: Draft,
  below: Below,
): readonly Slot[] {
  if (additional === undefined || additional === false) return [];
  if (additional === true || !isJsonObject(additional.value)) {
    out['additionalProperties'] = true;
    return [];
  }
  const inner: Draft = {};
  out['additionalProperties'] = inner;
  return [below(additional, inner)];
}

function addLeast(out: Draft, view: SchemaView): void {
  addType(out, view);
  if (view.types[0] === 'array') out['items'] = {};
}

function addType(out: Draft, { types, isNullable }: SchemaView): void {
  const [type, ...more] = types;
  if (type === undefined) return;
  out['type'] = isNullable && type !== 'null' ? [...types, 'null'] : more.length > 0 ? types : type;
}

/** Values in the type that they are declared as: YAML reads `enum: [1, 2]` of a string as numbers. */
function addEnum(out: Draft, view: SchemaView): void {
  const isText = view.types.length === 1 && view.types[0] === 'string';
  const values = (view.enum ?? []).map((value) =>
    isText && value !== null && typeof value !== 'object' ? String(value) : value,
  );
  const unique = [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
  const told =
    view.isNullable && unique.length > 0 && !unique.includes(null) ? [...unique, null] : unique;
  if (told.length > 0 && JSON.stringify(told).length <= LONGEST_ENUM) out['enum'] = told;
  const text = view.default === undefined ? '' : JSON.stringify(view.default);
  if (text !== '' && text.length <= LONGEST_DEFAULT) out['default'] = view.default ?? null;
}

function isOnTrail(trail: Trail | undefined, identity: string): boolean {
  for (let at = trail; at !== undefined; at = at.above) if (at.identity === identity) return true;
  return false;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
