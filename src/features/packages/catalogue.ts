// The skills that can be called, found in one or several folders, by name.

import type { ReadPackage, SkillPackage } from './skill-package.ts';

export interface Catalogue {
  /** Takes in packages that are new, changed, mended or gone. `get` does so by itself for a name it doesn't know. */
  refresh(): Promise<void>;
  /** Every loaded package, sorted by name; of two with one name, the first root's. */
  all(): readonly SkillPackage[];
  /** Packages that can't be loaded, and those that another of the same name hides. */
  rejected(): readonly Extract<ReadPackage, { status: 'rejected' }>[];
  /**
   * The package as it is on disk now: read again where its files changed since (RUN-07).
   * Undefined where there is none.
   */
  get(
    name: string,
  ): Promise<{ readonly package: SkillPackage; readonly version: string } | undefined>;
}
