// `read_skill_file` of a sub-agent: a file of its own skill, and of no other (DOC-05).

import type { JsonObject, JsonValue } from '#base/json.ts';
import type { Language, Text } from '#base/text.ts';
import { agentToolTexts } from '#contract/texts/document-texts.ts';
import { readPackageFile } from './read-package-file.ts';
import type { SkillPackage } from './skill-package.ts';

export const READ_SKILL_FILE = 'read_skill_file';

export const SKILL_FILE_SCHEMA: JsonObject = {
  type: 'object',
  properties: { file: { type: 'string' }, offset: { type: 'integer', minimum: 1 } },
  required: ['file'],
};

/** The envelope of a call, as the built-in skill of that name gives it; a wrong path can be corrected. */
export async function answerSkillFile(
  skill: Pick<SkillPackage, 'name' | 'folder' | 'document'>,
  { file: asked, offset: given }: JsonObject,
  { language, mostTokens }: { readonly language: Language; readonly mostTokens: number },
): Promise<JsonObject> {
  if (typeof asked !== 'string')
    return correctable('file', agentToolTexts.missing('file'), language);
  const offset = numberOf(given);
  const read = await readPackageFile(skill, {
    file: asked,
    mostTokens,
    ...(offset !== undefined && { offset }),
  });
  if (read.status === 'refused') return correctable(read.parameter, read.reason, language);
  return {
    success: true,
    data: {
      file: read.file,
      offset: read.offset,
      total_characters: read.totalCharacters,
      next_offset: read.nextOffset,
      text: read.text,
    },
    ...(read.readOn !== undefined && { note: read.readOn[language] }),
  };
}

function correctable(needParam: string, text: Text, language: Language): JsonObject {
  const fields = { error_type: 'recoverable', need_param: needParam };
  return { success: false, error: text[language], ...fields };
}

/** Models write numbers as text at times. */
function numberOf(value: JsonValue | undefined): number | undefined {
  if (typeof value === 'string' && value.trim() !== '') return Number(value);
  return typeof value === 'number' ? value : undefined;
}
