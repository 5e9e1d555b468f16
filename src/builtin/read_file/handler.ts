// Reads a text file of the workspace a page at a time, or lists a directory of it.

import type { AppError } from '#base/app-error.ts';
import type { JsonObject } from '#base/json.ts';
import { builtinTexts, readFileTexts } from '#contract/texts/builtin-texts.ts';
import type { TrustedExecute } from '#features/runtimes/index.ts';
import { openWorkspaceFile, type WorkspaceFile } from '#features/workspaces/index.ts';
import { answering, correctable, isCallersFault, type Asked } from '../answer.ts';
import { insidePath } from '../inside-path.ts';
import { ParameterProblem } from '../read-parameter.ts';
import { knownEncoding } from '../text-encoding.ts';
import { fileFacts } from './file-facts.ts';
import { listFolder, namesNear } from './list-folder.ts';
import { readCharacters } from './read-characters.ts';
import { readLines } from './read-lines.ts';

const PATH_ALIASES = ['file', 'filename', 'file_path', 'local_path', '路径', '文件'];

export function createReadFile(): TrustedExecute {
  return answering(async (asked) => {
    const { parameters, host, language } = asked;
    const given = parameters.text('path', PATH_ALIASES);
    if (given === undefined) {
      throw new ParameterProblem('path', builtinTexts.missing('path', readFileTexts.thePath()));
    }
    const path = insidePath(host.workspace, given);
    const listed = await listFolder(host.workspace, path);
    if (listed !== undefined) return { success: true, data: { path, ...listed } };
    try {
      const file = await openWorkspaceFile(host.workspace, path);
      try {
        return await readPage(file, path, asked);
      } finally {
        await file.handle.close();
      }
    } catch (error) {
      if (!isCallersFault(error)) throw error;
      return correctable('path', await toldFailure(error, host.workspace, given), language);
    }
  });
}

async function toldFailure(
  error: AppError,
  workspace: string,
  given: string,
): Promise<AppError['text']> {
  if (error.code !== 'not-found') return error.text;
  return readFileTexts.noFile(given, await namesNear(workspace));
}

async function readPage(file: WorkspaceFile, path: string, asked: Asked): Promise<JsonObject> {
  const { parameters, host, language } = asked;
  const unit = parameters.text('unit') ?? 'lines';
  if (unit !== 'lines' && unit !== 'characters') {
    throw new ParameterProblem('unit', builtinTexts.notOneOf('unit', ['lines', 'characters']));
  }
  const label = parameters.text('encoding');
  const encoding = knownEncoding(label);
  if (label !== undefined && encoding === undefined) {
    throw new ParameterProblem('encoding', readFileTexts.encoding(label));
  }
  const facts = await fileFacts(file, encoding);
  if (facts.status === 'binary') {
    const text = readFileTexts.binary(path, facts.mediaType, file.bytes);
    return {
      ...correctable('path', text, language),
      bytes: file.bytes,
      media_type: facts.mediaType,
    };
  }
  const offset = parameters.wholeNumber('offset', { preset: 1, least: 1, most: 1e12 });
  const [preset, most] = unit === 'lines' ? [200, 2000] : [8000, 20_000];
  const limit = parameters.wholeNumber('limit', { preset, least: 1, most });
  const read = unit === 'lines' ? readLines : readCharacters;
  const { data, warnings } = await read(file, {
    encoding: facts.encoding,
    offset,
    limit,
    signal: host.signal,
  });
  const told = warnings.map((warning) => warning[language]);
  return {
    success: true,
    data: { path, bytes: file.bytes, encoding: facts.encoding, unit, ...data },
    ...(told.length > 0 && { warning: told.join(' ') }),
  };
}
