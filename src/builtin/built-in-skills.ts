// The table of trust: these packages run in the server's process, and no others, whatever their names are.

import { fileURLToPath } from 'node:url';
import type { TrustedSkill } from '#features/runtimes/index.ts';
import { createReadFile } from './read_file/handler.ts';
import { createReadResult, type ReadResultParts } from './read_result/handler.ts';
import { createReadSkillFile, type ReadSkillFileParts } from './read_skill_file/handler.ts';
import { createSkillHelp, type SkillHelpParts } from './skill_help/handler.ts';
import { createWebFetch, type WebFetchParts } from './web_fetch/handler.ts';

export type BuiltInParts = WebFetchParts & SkillHelpParts & ReadResultParts & ReadSkillFileParts;

const READ_FILE = folderOf('read_file');
const READ_RESULT = folderOf('read_result');
const READ_SKILL_FILE = folderOf('read_skill_file');
const SKILL_HELP = folderOf('skill_help');
const WEB_FETCH = folderOf('web_fetch');

/** Where their packages stand, for the catalogue. */
export const BUILT_IN_FOLDERS: readonly string[] = [
  READ_FILE,
  READ_RESULT,
  READ_SKILL_FILE,
  SKILL_HELP,
  WEB_FETCH,
];

export function createBuiltInSkills(parts: BuiltInParts): readonly TrustedSkill[] {
  return [
    { folder: READ_FILE, isPaged: true, execute: createReadFile() },
    { folder: READ_RESULT, isPaged: true, execute: createReadResult(parts) },
    { folder: READ_SKILL_FILE, isPaged: true, execute: createReadSkillFile(parts) },
    { folder: SKILL_HELP, execute: createSkillHelp(parts) },
    { folder: WEB_FETCH, isPaged: true, execute: createWebFetch(parts) },
  ];
}

function folderOf(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}
