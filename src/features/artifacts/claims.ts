// Which file at a workspace's top was told as whose: of two runs at once only one registers what is new.

export interface Claims {
  /** False where this very content of it was told before. */
  claim(path: string, stamp: string): boolean;
}

const MOST = 10_000;

export function createClaims(): Claims {
  const told = new Map<string, string>();
  return {
    claim(path, stamp) {
      if (told.get(path) === stamp) return false;
      told.delete(path);
      told.set(path, stamp);
      const [oldest] = told.keys();
      if (told.size > MOST && oldest !== undefined) told.delete(oldest);
      return true;
    },
  };
}
