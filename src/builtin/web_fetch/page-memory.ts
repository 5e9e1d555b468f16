// Keeps pages that were read a moment ago, so that reading on reads on in the same page. Each session has its own.

import type { ReadPage } from './page-text.ts';

export interface PageMemory {
  find(session: string, url: string): ReadPage | undefined;
  keep(session: string, url: string, page: ReadPage): void;
}

const MOST_PAGES = 32;
const MOST_CHARACTERS = 16_000_000;
const KEPT_MS = 5 * 60_000;

export function createPageMemory(now: () => Date): PageMemory {
  const pages = new Map<string, { readonly page: ReadPage; readonly at: number }>();

  /** The oldest go first. */
  const makeRoom = () => {
    let characters = 0;
    for (const [at, [key, kept]] of [...pages].toReversed().entries()) {
      characters += kept.page.text.length;
      const isOld = now().getTime() - kept.at > KEPT_MS;
      if (isOld || at >= MOST_PAGES || characters > MOST_CHARACTERS) pages.delete(key);
    }
  };
  return {
    find(session, url) {
      makeRoom();
      return pages.get(keyOf(session, url))?.page;
    },
    keep(session, url, page) {
      pages.delete(keyOf(session, url));
      pages.set(keyOf(session, url), { page, at: now().getTime() });
      makeRoom();
    },
  };
}

function keyOf(session: string, url: string): string {
  return JSON.stringify([session, url]);
}
