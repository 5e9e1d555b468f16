// Reads a result that was moved to a file: its outline, a value, rows, sums, places of a text, or its characters (OFF-07).

import type { JsonObject, JsonValue } from '#base/json.ts';
import { builtinTexts } from '#contract/texts/builtin-texts.ts';
import { readResultTexts } from '#contract/texts/read-result-texts.ts';
import { boundEnvelope, LEAST_RESULT_CHARS } from '#features/results/index.ts';
import type { TrustedExecute } from '#features/runtimes/index.ts';
import { answering, type Asked } from '../answer.ts';
import { ParameterProblem } from '../read-parameter.ts';
import type { AskedPage, ReadPage } from './asked-page.ts';
import { grep } from './grep.ts';
import { objectOutline } from './outline.ts';
import { readRaw } from './read-raw.ts';
import { readRows, readRowsQuery, type RowsQuery } from './read-rows.ts';
import { readValue } from './read-value.ts';
import { openResult, storedResults, type ResultFile } from './result-file.ts';
import { rowsTable } from './rows-table.ts';

export interface ReadResultParts {
  /** `TOOL_RESULT_OFFLOAD_CHARS`: what an answer may have, for a page is never offloaded itself. */
  readonly resultChars: number;
}

const PATH_ALIASES = ['file', 'filename', 'file_path', 'local_path', '路径', '文件'];
const KEY_ALIASES = ['key_path', 'json_path', '键', '键路径'];
/** What stands around the data: the path, the offsets, a warning. */
const FRAME_CHARS = 700;
const MOST_ITEMS = 10_000;
const MOST_CHARACTERS = 1e12;
const MOST_CONTEXT = 1000;

export function createReadResult({ resultChars }: ReadResultParts): TrustedExecute {
  return answering(async (asked) => {
    const given = asked.parameters.text('path', PATH_ALIASES);
    if (given === undefined)
      throw new ParameterProblem(
        'path',
        readResultTexts.whichPath(await storedResults(asked.host.workspace)),
      );
    const request = readRequest(asked);
    const file = await openResult(asked.host.workspace, given, asked.host.signal);
    try {
      const page = await readPage(asked, file, { request, resultChars });
      return answer(asked, file, { request, resultChars, page });
    } finally {
      await file.close();
    }
  });
}

interface Request {
  readonly key: string | undefined;
  readonly unit: 'items' | 'characters';
  readonly query: RowsQuery | undefined;
  readonly grep: string | undefined;
  readonly isShown: boolean;
}

/** Everything that can be wrong with it is told before the file is looked at. */
function readRequest({ parameters }: Asked): Request {
  const unit = parameters.text('unit') ?? 'items';
  if (unit !== 'items' && unit !== 'characters')
    throw new ParameterProblem('unit', builtinTexts.notOneOf('unit', ['items', 'characters']));
  return {
    key: parameters.text('key', KEY_ALIASES),
    unit,
    query: readRowsQuery(parameters),
    grep: parameters.text('grep', ['search', '查找']),
    isShown: parameters.value('show') === true,
  };
}

async function readPage(
  { parameters }: Asked,
  file: ResultFile,
  { request, resultChars }: { readonly request: Request; readonly resultChars: number },
): Promise<ReadPage> {
  const { key, unit, query } = request;
  const isText = unit === 'characters';
  const offset = parameters.wholeNumber('offset', { preset: 0, least: 0, most: MOST_CHARACTERS });
  const most = isText ? MOST_CHARACTERS : MOST_ITEMS;
  const limit = parameters.wholeNumber('limit', { preset: most, least: 1, most: MOST_CHARACTERS });
  const share = request.isShown ? 2 : 1;
  const room = Math.max(200, Math.floor((resultChars - FRAME_CHARS) / share));
  const page = { file, offset, limit: Math.min(limit, most), room };
  if (isText && key === undefined) return readRaw({ ...page, root: file.root });
  if (file.root === undefined)
    throw new ParameterProblem('path', readResultTexts.noIndex(file.path));
  const asked: AskedPage = { ...page, root: file.root };
  if (request.grep !== undefined) {
    const context = parameters.wholeNumber('context', { preset: 80, least: 0, most: MOST_CONTEXT });
    const isCaseSensitive = parameters.value('case_sensitive') === true;
    return grep(asked, key ?? '', { text: request.grep, context, isCaseSensitive });
  }
  if (query !== undefined) return readRows(asked, key, query);
  if (key !== undefined) return readValue(withTextLimit(asked, limit), key);
  const place = { kind: 'node', node: file.root } as const;
  return { data: await objectOutline(asked, { place, key: '', rest: [] }), warnings: [] };
}

/** A text has more characters than a list has items. */
function withTextLimit(asked: AskedPage, limit: number): AskedPage {
  return { ...asked, limit: Math.max(asked.limit, limit) };
}

function answer(
  { language }: Asked,
  { path, bytes }: ResultFile,
  given: { readonly request: Request; readonly resultChars: number; readonly page: ReadPage },
): JsonObject {
  const { data, warnings } = given.page;
  const told = warnings.map((warning) => warning[language]);
  const table = given.request.isShown ? rowsTable(rowsOf(data)) : undefined;
  const envelope = {
    success: true,
    data: { path, bytes, ...data },
    ...(told.length > 0 && { warning: told.join(' ') }),
    ...(table !== undefined && { display_md: table }),
  };
  return boundEnvelope(envelope, {
    limitChars: Math.max(LEAST_RESULT_CHARS, given.resultChars),
    language,
  });
}

function rowsOf(data: JsonObject): readonly JsonValue[] {
  const rows = data['rows'] ?? data['groups'] ?? data['items'];
  return Array.isArray(rows) ? rows : [];
}
