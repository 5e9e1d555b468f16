// Keeps what was read for a moment, and lets those who ask at the same time wait for one reading.

export interface ShortCache<Value> {
  get(key: string, load: () => Promise<Value>): Promise<Value>;
  clear(): void;
}

export interface ShortCacheParts {
  readonly now: () => Date;
  readonly maxAgeMs: number;
  readonly maxEntries: number;
}

interface Entry<Value> {
  readonly loadedAt: number;
  readonly value: Promise<Value>;
}

/** What failed is not kept. A clock that jumps, either way, ends an entry's time. */
export function createShortCache<Value>(parts: ShortCacheParts): ShortCache<Value> {
  const entries = new Map<string, Entry<Value>>();
  const isFresh = ({ loadedAt }: Entry<Value>, time: number) =>
    time >= loadedAt && time - loadedAt < parts.maxAgeMs;

  return {
    get(key, load) {
      const time = parts.now().getTime();
      const found = entries.get(key);
      if (found !== undefined && isFresh(found, time)) return found.value;
      const entry = { loadedAt: time, value: load() };
      entries.delete(key);
      entries.set(key, entry);
      entry.value.catch(() => {
        if (entries.get(key) === entry) entries.delete(key);
      });
      const oldest = entries.keys().next();
      if (entries.size > parts.maxEntries && oldest.done !== true) entries.delete(oldest.value);
      return entry.value;
    },
    clear: () => entries.clear(),
  };
}
