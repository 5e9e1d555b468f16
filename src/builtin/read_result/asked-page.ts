// What one reading is about: the open result, the part of it that is meant, and how much is to be told.

import type { JsonObject } from '#base/json.ts';
import type { Text } from '#base/text.ts';
import { readResultTexts } from '#contract/texts/read-result-texts.ts';
import type { IndexNode } from '#features/results/index.ts';
import { ParameterProblem } from '../read-parameter.ts';
import type { ResultFile } from './result-file.ts';

export interface AskedPage {
  readonly file: ResultFile;
  readonly root: IndexNode;
  /** How many to pass over, and how many to give at most. */
  readonly offset: number;
  readonly limit: number;
  /** Characters of JSON that the data may have. */
  readonly room: number;
}

export interface ReadPage {
  readonly data: JsonObject;
  readonly warnings: readonly Text[];
}

/** Where to read on, and that there is something to read. */
export function nextOffset(
  { offset }: Pick<AskedPage, 'offset'>,
  { given, total }: { readonly given: number; readonly total: number },
): number | null {
  if (offset > 0 && offset >= total)
    throw new ParameterProblem('offset', readResultTexts.beyond(offset, total));
  return offset + given < total ? offset + given : null;
}
