// Finds a handler's entry in its module, and how many of its parameters want to be filled (RUN-01, RUN-02).

const ENTRY_NAMES = ['execute', 'run', 'handler', 'main', 'handle'] as const;

export interface EntryPoint {
  readonly call: (input: unknown, context: unknown) => unknown;
  /** Declared `async`: only such an entry has a use for an open database session (CTX-07). */
  readonly isAsync: boolean;
}

/**
 * The first of the entry names among the module's exports; else the default export, where it is a function, or an
 * object (CommonJS's `module.exports`) with one of the names. Undefined where there is none.
 */
export function findEntry(module: object): EntryPoint | undefined {
  const named = namedFunction(module);
  if (named !== undefined) return entryPoint(named, module);
  const preset: unknown = 'default' in module ? module.default : undefined;
  if (isFunction(preset)) return entryPoint(preset, undefined);
  if (typeof preset !== 'object' || preset === null) return undefined;
  const inside = namedFunction(preset);
  return inside === undefined ? undefined : entryPoint(inside, preset);
}

type AnyFunction = (...args: unknown[]) => unknown;

function namedFunction(holder: object): AnyFunction | undefined {
  return ENTRY_NAMES.map((name): unknown => Reflect.get(holder, name)).find(isFunction);
}

function isFunction(value: unknown): value is AnyFunction {
  return typeof value === 'function';
}

function entryPoint(found: AnyFunction, owner: object | undefined): EntryPoint {
  const takesContext = parametersOf(found) !== 1;
  return {
    call: (input, context) =>
      takesContext ? found.call(owner, input, context) : found.call(owner, input),
    isAsync: Object.prototype.toString.call(found) === '[object AsyncFunction]',
  };
}

/**
 * Declared parameters, also those with a default, which `length` leaves out; a rest parameter counts as two.
 * Where the source can't be had (a bound function) `length` is the answer.
 */
export function parametersOf(declared: AnyFunction): number {
  if (declared.length > 1) return declared.length;
  const list = parameterList(Function.prototype.toString.call(declared));
  if (list === undefined) return declared.length;
  const parts = splitAtCommas(list);
  return parts.some((part) => part.startsWith('...')) ? Math.max(2, parts.length) : parts.length;
}

/** What stands between a function's first parentheses; an arrow function's only name stands without. */
function parameterList(source: string): string | undefined {
  if (source.includes('[native code]')) return undefined;
  const bare = /^(?:async\s+)?([\p{L}\p{N}_$]+)\s*=>/u.exec(source)?.[1];
  if (bare !== undefined) return bare;
  const open = source.indexOf('(');
  const end = skip(source, open);
  return open === -1 ? undefined : source.slice(open + 1, end - 1);
}

function splitAtCommas(list: string): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  for (let at = 0; at < list.length; at = skip(list, at)) {
    if (list[at] !== ',') continue;
    parts.push(list.slice(start, at));
    start = at + 1;
  }
  parts.push(list.slice(start));
  return parts.map(withoutComments).filter((part) => part !== '');
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[^]*?\*\/|\/\/[^\n]*/g, '').trim();
}

const PAIRS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** The position behind what starts at `at`: a bracketed part, a quoted text, a comment, or one character. */
function skip(source: string, at: number): number {
  const first = source[at] ?? '';
  if (first === '"' || first === "'" || first === '`') return skipQuoted(source, at);
  if (source.startsWith('/*', at)) return endOr(source.indexOf('*/', at + 2), 2, source);
  if (source.startsWith('//', at)) return endOr(source.indexOf('\n', at), 1, source);
  const closing = PAIRS[first];
  if (closing === undefined) return at + 1;
  let inside = at + 1;
  while (inside < source.length && source[inside] !== closing) inside = skip(source, inside);
  return inside + 1;
}

function skipQuoted(source: string, at: number): number {
  const quote = source[at];
  let inside = at + 1;
  while (inside < source.length && source[inside] !== quote)
    inside += source[inside] === '\\' ? 2 : 1;
  return inside + 1;
}

function endOr(found: number, length: number, source: string): number {
  return found === -1 ? source.length : found + length;
}
