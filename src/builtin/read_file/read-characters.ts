// One page of a file by characters (UTF-16 units, as everything here counts them).

import type { JsonObject } from '#base/json.ts';
import type { Text } from '#base/text.ts';
import { readFileTexts } from '#contract/texts/builtin-texts.ts';
import type { WorkspaceFile } from '#features/workspaces/index.ts';
import { ParameterProblem } from '../read-parameter.ts';
import { decodedPieces, type PageRequest } from './decoded-pieces.ts';

export interface ReadFilePage {
  readonly data: JsonObject;
  readonly warnings: readonly Text[];
}

/** Throws a `ParameterProblem` for an offset beyond the end. */
export async function readCharacters(
  file: WorkspaceFile,
  request: PageRequest,
): Promise<ReadFilePage> {
  const first = request.offset - 1;
  const end = first + request.limit;
  let seen = 0;
  let text = '';
  let goesOn = false;
  for await (const piece of decodedPieces(file, request)) {
    text += piece.slice(Math.max(0, first - seen), Math.max(0, end - seen));
    seen += piece.length;
    goesOn = seen > end;
    if (goesOn) break;
  }
  if (first > 0 && first >= seen) {
    throw new ParameterProblem('offset', readFileTexts.beyondCharacters(request.offset, seen));
  }
  const isSplit = goesOn && text.length > 1 && /[\uD800-\uDBFF]$/.test(text);
  const whole = isSplit ? text.slice(0, -1) : text;
  return {
    data: {
      text: whole,
      first: request.offset,
      last: first + whole.length,
      next_offset: goesOn ? first + whole.length + 1 : null,
      ...(!goesOn && { total_characters: seen }),
    },
    warnings: whole.includes('\uFFFD') ? [readFileTexts.garbled(request.encoding)] : [],
  };
}
