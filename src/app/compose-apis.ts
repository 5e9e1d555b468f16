// Puts together what runs APIs as skills, and what a model has of them.

import { join } from 'node:path';
import type { Language } from '#base/text.ts';
import {
  apiTools,
  createApiLibrary,
  createApiRuntime,
  type ApiLibrary,
  type ApiTool,
} from '#features/apis/index.ts';
import { validateInput } from '#features/execution/index.ts';
import type { Catalogue, SkillPackage } from '#features/packages/index.ts';
import type { SkillRuntime } from '#features/runtimes/index.ts';
import type { SafeCall } from '#system/fetch/safe-call.ts';
import type { Settings } from '#system/settings.ts';

export interface ApisParts {
  readonly settings: Settings;
  readonly catalogue: Catalogue;
  readonly call: SafeCall;
}

export interface ApisProgram {
  readonly runtime: SkillRuntime;
  /** By the skill's name; one whose description can't be used, or is empty, is left out. */
  readonly toolsOf: (
    skills: readonly SkillPackage[],
    asked: { readonly language: Language; readonly hasSubAgents: boolean },
  ) => Promise<ReadonlyMap<string, readonly ApiTool[]>>;
  close(): Promise<void>;
}

export function composeApis({ settings, catalogue, call }: ApisParts): ApisProgram {
  const library = createApiLibrary(join(settings.dataFolder, 'cache', 'apis'));
  const runtime = createApiRuntime({
    library,
    call,
    downloadBytes: settings.downloadBytes,
    packageOf: async (skill) => (await catalogue.get(skill))?.package,
    checkInput: validateInput,
    now: () => Date.now(),
  });
  return {
    runtime,
    async toolsOf(skills, { language, hasSubAgents }) {
      const found = await Promise.all(
        skills
          .filter(
            (skill) =>
              skill.triggerType === 'explicit' &&
              skill.apiFile !== undefined &&
              !(hasSubAgents && hasDocument(skill)),
          )
          .map(
            async ({ name }) =>
              [name, await toolsOf(name, { catalogue, library, language })] as const,
          ),
      );
      return new Map(found.filter(([, tools]) => tools.length > 0));
    },
    async close() {
      await library.close();
      await runtime.close();
    },
  };
}

/** One with a document is carried out by a sub-agent that reads it (API-08); what has none, the model uses itself. */
function hasDocument({ body }: SkillPackage): boolean {
  return /^[ \t]*[^\s#]/m.test(body);
}

interface ToolsParts {
  readonly catalogue: Catalogue;
  readonly library: ApiLibrary;
  readonly language: Language;
}

async function toolsOf(
  name: string,
  { catalogue, library, language }: ToolsParts,
): Promise<readonly ApiTool[]> {
  const found = await catalogue.get(name);
  if (found?.package.apiFile === undefined) return [];
  const { folder, apiFile: file, description } = found.package;
  try {
    const book = await library.open({ folder, file }, found.version);
    return await apiTools(book, { skill: name, description, language });
  } catch {
    // The skill itself stays as one tool: whoever calls it is told what is wrong with its description, or with the disk.
    return [];
  }
}
