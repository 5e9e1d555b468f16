// Reads a file of one of the role's skills for the dialog's model (DOC-05).

import type { JsonObject } from '#base/json.ts';
import type { Language } from '#base/text.ts';
import { builtinTexts, readSkillFileTexts } from '#contract/texts/builtin-texts.ts';
import {
  readPackageFile,
  type PackageFilePage,
  type SkillPackage,
} from '#features/packages/index.ts';
import type { TrustedExecute } from '#features/runtimes/index.ts';
import { answering, correctable, type Asked } from '../answer.ts';
import { ParameterProblem } from '../read-parameter.ts';

export interface ReadSkillFileParts {
  /** What a model may be handed, by name (DOC-01); a role's own choice is applied here. */
  readonly readable: () => readonly SkillPackage[];
  /** What a page takes of a model's context at most, by the estimate: what is cut later can't be read on. */
  readonly pageTokens: number;
}

const SKILL_ALIASES = ['skill_name', 'name', '技能', '技能名'];
const FILE_ALIASES = ['path', 'filename', 'file_path', '文件', '路径'];
const MOST_OFFSET = 1e12;
const MOST_LIMIT = 120_000;
const MOST_NAMED = 40;

export function createReadSkillFile(parts: ReadSkillFileParts): TrustedExecute {
  return answering(async (asked) => {
    const { parameters, language } = asked;
    const skill = askedSkill(parts, asked);
    const read = await readPackageFile(skill, {
      file: parameters.text('file', FILE_ALIASES),
      offset: parameters.wholeNumber('offset', { preset: 1, least: 1, most: MOST_OFFSET }),
      limit: parameters.wholeNumber('limit', { preset: MOST_LIMIT, least: 1, most: MOST_LIMIT }),
      mostTokens: parts.pageTokens,
    });
    return read.status === 'refused'
      ? correctable(read.parameter, read.reason, language)
      : pageEnvelope(skill, read, language);
  });
}

/** Throws a `ParameterProblem` that names those it may be. */
function askedSkill({ readable }: ReadSkillFileParts, { parameters, host }: Asked): SkillPackage {
  const mine = readable().filter(({ name }) => host.allowedSkills?.includes(name) !== false);
  const names = mine.slice(0, MOST_NAMED).map(({ name }) => name);
  const asked = parameters.text('skill', SKILL_ALIASES);
  if (asked === undefined) {
    throw new ParameterProblem(
      'skill',
      builtinTexts.missing('skill', readSkillFileTexts.theSkill(names)),
    );
  }
  const skill = mine.find(({ name }) => name === asked);
  if (skill === undefined)
    throw new ParameterProblem('skill', readSkillFileTexts.unknown(asked, names));
  return skill;
}

function pageEnvelope(
  { name }: SkillPackage,
  page: PackageFilePage,
  language: Language,
): JsonObject {
  const { file, text, offset, totalCharacters, nextOffset, readOn } = page;
  return {
    success: true,
    data: {
      skill: name,
      file,
      offset,
      next_offset: nextOffset,
      total_characters: totalCharacters,
      text,
    },
    ...(readOn !== undefined && { note: readOn[language] }),
  };
}
