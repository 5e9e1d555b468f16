// Turns whatever a skill threw into the data of a `raised` message.

const MOST_CAUSES = 8;
const MOST_MESSAGE = 10_000;
const MOST_CLASSES = 20;

interface ExceptionLevel {
  readonly name: string;
  readonly message: string;
  readonly classes: readonly string[];
  readonly code?: string;
}

export interface ExceptionData extends ExceptionLevel {
  readonly causes: readonly ExceptionLevel[];
}

/** `cause` after `cause`, and the errors that an `AggregateError` holds. No stack: that goes to the log. */
export function describeException(thrown: unknown): ExceptionData {
  return { ...describeLevel(thrown), causes: causesOf(thrown).map(describeLevel) };
}

function causesOf(thrown: unknown): readonly unknown[] {
  const seen = new Set<unknown>([thrown]);
  for (const level of seen) {
    if (!(level instanceof Error)) continue;
    const held: unknown = 'errors' in level ? level.errors : undefined;
    for (const next of [level.cause, ...(Array.isArray(held) ? held : [])]) {
      if (next !== undefined && next !== null && seen.size <= MOST_CAUSES) seen.add(next);
    }
  }
  return [...seen].slice(1);
}

function describeLevel(thrown: unknown): ExceptionLevel {
  if (typeof thrown !== 'object' || thrown === null) {
    return { name: 'Error', message: short(String(thrown)), classes: ['Error'] };
  }
  const classes = classesOf(thrown);
  const name = ownName(thrown) ?? classes[0] ?? 'Error';
  const code: unknown = Reflect.get(thrown, 'code');
  return {
    name,
    message: messageOf(thrown),
    classes: classes.includes(name) ? classes : [name, ...classes],
    ...(typeof code === 'string' && code !== '' && { code: short(code) }),
  };
}

/** Most derived first, `Object` left out. */
function classesOf(thrown: object): readonly string[] {
  const names: string[] = [];
  let level: unknown = Object.getPrototypeOf(thrown);
  while (typeof level === 'object' && level !== null && names.length < MOST_CLASSES) {
    const { constructor } = level;
    if (constructor !== Object && constructor.name !== '') names.push(short(constructor.name));
    level = Object.getPrototypeOf(level);
  }
  return names;
}

/**
 * The name that the error or its own class gave itself. An inherited one is no name of this class: every subclass of
 * `Error` that says nothing is called `Error`.
 */
function ownName(thrown: object): string | undefined {
  const isOwn =
    Object.hasOwn(thrown, 'name') || Object.hasOwn(Object.getPrototypeOf(thrown) ?? {}, 'name');
  const name: unknown = isOwn ? Reflect.get(thrown, 'name') : undefined;
  return typeof name === 'string' && name !== '' ? short(name) : undefined;
}

function messageOf(thrown: object): string {
  const message: unknown = Reflect.get(thrown, 'message');
  if (typeof message === 'string') return short(message);
  try {
    return short(JSON.stringify(thrown) ?? '');
  } catch {
    return '';
  }
}

function short(text: string): string {
  return text.slice(0, MOST_MESSAGE).toWellFormed();
}
