// `read_skill_file` of a document's sub-agent: its own skill's files, and the document that its handler gave.

import { cutText } from '#base/cut-text.ts';
import type { JsonObject } from '#base/json.ts';
import type { Language } from '#base/text.ts';
import { agentToolTexts } from '#contract/texts/document-texts.ts';
import {
  answerSkillFile,
  READ_SKILL_FILE,
  SKILL_FILE_SCHEMA,
  type SkillPackage,
} from '#features/packages/index.ts';
import type { SubAgentTool } from '#features/runtimes/index.ts';

/** What the document is called that a handler gave (RUN-09): it is no file of the package. */
export const GIVEN_DOCUMENT = 'skill_doc';

const PAGE_CHARS = 40_000;

export interface SkillFileParts {
  readonly skill: SkillPackage;
  /** The text behind `GIVEN_DOCUMENT`. */
  readonly given: string | undefined;
  readonly language: Language;
}

export function createSkillFileTool({ skill, given, language }: SkillFileParts): SubAgentTool {
  return {
    name: READ_SKILL_FILE,
    description: agentToolTexts.readSkillFile()[language],
    inputSchema: SKILL_FILE_SCHEMA,
    isPage: true,
    isWork: false,
    run: async (input, _signal, mostTokens) =>
      given !== undefined && input['file'] === GIVEN_DOCUMENT
        ? givenPage(given, Number(input['offset'] ?? 1))
        : answerSkillFile(skill, input, { language, mostTokens }),
  };
}

function givenPage(document: string, asked: number): JsonObject {
  const offset = asked >= 1 && asked <= document.length ? Math.floor(asked) : 1;
  const text = cutText(document.slice(offset - 1), PAGE_CHARS);
  const next = offset + text.length;
  return {
    success: true,
    data: {
      file: GIVEN_DOCUMENT,
      offset,
      total_characters: document.length,
      next_offset: next <= document.length ? next : null,
      text,
    },
  };
}
