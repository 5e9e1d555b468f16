// Puts a refusal in the place of every function of an object.

/** Says that it is closed; file functions tell why by `code`, which Python knows. */
export function refuse(): never {
  throw Object.assign(new TypeError('This is closed in the sandbox.'), { code: 'EPERM' });
}

/** Its own functions and getters, and the methods of its classes; `kept` stay as they are. */
export function disarm(target: object, kept: ReadonlySet<string> = new Set()): void {
  for (const name of Reflect.ownKeys(target)) {
    const found = Reflect.getOwnPropertyDescriptor(target, name);
    if (found === undefined || kept.has(String(name))) continue;
    if (found.get === undefined && typeof found.value !== 'function') continue;
    disarmMethods(found.value);
    if (found.configurable === true) {
      Reflect.defineProperty(target, name, { value: refuse, configurable: true });
    } else if (found.writable === true) Reflect.set(target, name, refuse);
  }
}

function disarmMethods(value: unknown): void {
  const methods: unknown = typeof value === 'function' ? value.prototype : undefined;
  if (typeof methods === 'object' && methods !== null) disarm(methods, new Set(['constructor']));
}
