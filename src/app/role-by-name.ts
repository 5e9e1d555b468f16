// Finds a role that a person names, page by page, wherever the pages come from.

import { AppError } from '#base/app-error.ts';
import { chatTexts } from '#contract/texts/chat-texts.ts';

export interface RolePage<Role> {
  readonly items: readonly Role[];
  readonly next: string | null;
}

/** By its id or its name. Throws `not-found` with the names there are. */
export async function roleByName<Role extends { readonly id: string; readonly name: string }>(
  wanted: string,
  pageAfter: (after: string | undefined) => Promise<RolePage<Role>>,
): Promise<Role> {
  const names: string[] = [];
  let after: string | undefined;
  do {
    const page = await pageAfter(after);
    const found = page.items.find(({ id, name }) => id === wanted || name === wanted);
    if (found !== undefined) return found;
    names.push(...page.items.map(({ name }) => name));
    after = page.next ?? undefined;
  } while (after !== undefined);
  throw new AppError('not-found', chatTexts.noRole(wanted, names));
}
