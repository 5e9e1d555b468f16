// Installs what a signature names unless it is there, and does not ask again at once for what is not to be had.

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { canonicalJson, type JsonValue } from '#base/json.ts';
import type { Language } from '#base/text.ts';
import { dependencyTexts } from '#contract/texts/dependency-texts.ts';
import type { DependencyRequest } from './dependencies.ts';
import { dependencyFailureOf } from './dependency-failure.ts';
import { noteSize, removeFolder } from './store/clean-store.ts';
import { createDependencyStore, type BuildPlaces } from './store/dependency-store.ts';

export interface InstallerParts {
  /** `<data>/cache/deps`; made where it is missing. */
  readonly folder: string;
  /** Of what is kept there. */
  readonly mostBytes: number;
  /** Packages for one kind of sandbox are not those of another. */
  readonly sandbox: { readonly name: string };
  /** Of what is told while it works. */
  readonly language: Language;
}

export interface Installation {
  /** All that decides what is installed. */
  readonly identity: JsonValue;
  /** For people. */
  readonly names: readonly string[];
  /** Below `.home` in the fresh folder lies what is not kept. */
  readonly install: (places: BuildPlaces, signal: AbortSignal) => Promise<void>;
}

export interface Installer {
  /** The folder of what is installed already. */
  find(identity: JsonValue): Promise<string | undefined>;
  /** The folder, made where it is missing. Throws what `install` throws, and `stopped`. */
  folder(
    work: Installation,
    request: Pick<DependencyRequest, 'signal' | 'progress'>,
  ): Promise<string>;
}

/** Part of every signature: what is laid out in another way is another folder. */
const LAID_OUT_AS = 1;
/** So long a failure that trying again can't mend is not tried again. */
const REMEMBERED_MS = 30_000;

export function createInstaller(parts: InstallerParts): Installer {
  const store = createDependencyStore(parts.folder, parts.mostBytes);
  const failures = createFailureMemory();
  const keyOf = (identity: JsonValue) => {
    const whole = canonicalJson([LAID_OUT_AS, parts.sandbox.name, identity]);
    return createHash('sha256').update(whole).digest('hex').slice(0, 32);
  };

  return {
    find: (identity) => store.find(keyOf(identity)),
    folder: async ({ identity, names, install }, request) => {
      const key = keyOf(identity);
      const there = await store.find(key);
      if (there !== undefined) return there;
      failures.refuse(key);
      request.progress(null, dependencyTexts.installing(names)[parts.language]);
      try {
        return await store.folder(key, {
          signal: request.signal,
          build: async (places, signal) => {
            await install(places, signal);
            await removeFolder(join(places.fresh, '.home'));
            await noteSize(places.fresh);
          },
        });
      } catch (error) {
        failures.note(key, error);
        throw error;
      }
    },
  };
}

/** A skill that is called again and again must not ask an index each time for what is not there. */
function createFailureMemory() {
  const known = new Map<string, { readonly error: unknown; readonly until: number }>();
  return {
    note: (key: string, error: unknown) => {
      const failure = dependencyFailureOf(error);
      if (failure === undefined || failure.retryable) return;
      for (const [old, { until }] of known) if (until < performance.now()) known.delete(old);
      known.set(key, { error, until: performance.now() + REMEMBERED_MS });
    },
    /** Throws what is remembered. */
    refuse: (key: string) => {
      const found = known.get(key);
      if (found !== undefined && found.until > performance.now()) throw found.error;
    },
  };
}
