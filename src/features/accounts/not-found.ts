// The answer for what is not there and for what is another organisation's, which is the same answer (ORG-01).

import { AppError } from '#base/app-error.ts';
import { accountTexts, type AccountThing } from '#contract/texts/account-texts.ts';

export function found<Row>(row: Row | undefined, thing: AccountThing): Row {
  if (row === undefined) throw new AppError('not-found', accountTexts.noSuch(thing));
  return row;
}
