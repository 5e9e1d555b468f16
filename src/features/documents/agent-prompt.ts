// What a document's sub-agent is told first: the platform's rules, then its task with the document (DOC-03, DOC-08, DOC-09).

import { isJsonObject, type JsonObject, type JsonValue } from '#base/json.ts';
import type { Language, Text } from '#base/text.ts';
import { agentHeadings, agentPrompts } from '#contract/texts/document-texts.ts';
import {
  cutDocument,
  packageFiles,
  type MainDocument,
  type SkillPackage,
} from '#features/packages/index.ts';
import type { RunHost, SkillEntry, SubAgentLimits } from '#features/runtimes/index.ts';
import { CODE_WORKSPACE } from './code-tool.ts';
import { GIVEN_DOCUMENT } from './skill-file-tool.ts';

export interface AgentBriefing {
  readonly skill: SkillPackage;
  readonly entry: SkillEntry;
  readonly input: JsonObject;
  readonly host: Pick<RunHost, 'workspace' | 'context'>;
  readonly limits: SubAgentLimits;
  readonly hasShell: boolean;
  /** What it declares was installed beforehand. */
  readonly hasPackages: boolean;
  readonly language: Language;
}

export function systemPrompt(briefing: AgentBriefing): string {
  const { skill, limits, hasShell, language } = briefing;
  const paragraphs: readonly Text[] = [
    agentPrompts.task(skill.name),
    agentPrompts.honesty(),
    ...(hasShell ? shellRules(briefing) : [agentPrompts.code(CODE_WORKSPACE)]),
    agentPrompts.otherSkills(),
    ...(skill.owesFile ? [agentPrompts.owesFile()] : []),
    agentPrompts.limits(limits.rounds, limits.wallMs / 1000),
    agentPrompts.report(),
  ];
  return paragraphs.map((paragraph) => paragraph[language]).join('\n\n');
}

function shellRules({ skill, entry, host, hasPackages }: AgentBriefing): readonly Text[] {
  const { primaryEnv } = skill.requires;
  const place = { skill: entry.folder, workspace: host.workspace };
  const isMissing = primaryEnv !== undefined && !isSet(entry.environment[primaryEnv]);
  return [
    agentPrompts.shell(place),
    agentPrompts.keys(),
    ...(primaryEnv === undefined ? [] : [agentPrompts.bearer(primaryEnv)]),
    ...(isMissing ? [agentPrompts.keyMissing(primaryEnv)] : []),
    ...dependencyRules(skill, entry.folder, hasPackages),
  ];
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value.trim() !== '';
}

/** DOC-09: what was not declared as the platform reads it, or is not installed by it. */
function dependencyRules(
  skill: SkillPackage,
  folder: string,
  hasPackages: boolean,
): readonly Text[] {
  if (hasPackages) return [agentPrompts.dependenciesThere()];
  const hasFile = packageFiles(skill).includes('requirements.txt');
  return hasFile ? [agentPrompts.dependenciesFile(folder)] : [];
}

export interface AgentMessage extends AgentBriefing {
  /** The sentence that is to be done. */
  readonly instruction: string;
  readonly document: MainDocument;
  /** What is read in beforehand. */
  readonly guides: readonly string[];
}

export function agentMessage(message: AgentMessage): string {
  const { instruction, input, guides, language } = message;
  const { instruction: _, ...others } = input;
  const parameters = Object.keys(others).length === 0 ? [] : [JSON.stringify(others, null, 2)];
  const files = userFiles(message);
  return [
    `${agentHeadings.instruction()[language]}\n${instruction}`,
    ...parameters.map((text) => `${agentHeadings.input()[language]}\n${text}`),
    ...(files.length === 0 ? [] : [`${agentHeadings.files()[language]}\n${files.join('\n')}`]),
    `${agentHeadings.document()[language]}\n${shownDocument(message)}`,
    ...guides,
  ].join('\n\n');
}

/** Cut first, so that where to read on is right in the file as it is. */
function shownDocument(message: AgentMessage): string {
  const { document, entry, language } = message;
  const { text, file = GIVEN_DOCUMENT, before } = document;
  const shown = cutDocument({ text, file, before, language });
  return shown
    .replaceAll(/\$?\{baseDir\}/g, () => entry.folder)
    .replaceAll(/\$?\{workspace\}/g, () => workspaceOf(message));
}

/** As whatever runs there sees it. */
function workspaceOf({ hasShell, host }: AgentBriefing): string {
  return hasShell ? host.workspace : CODE_WORKSPACE;
}

/** CTX-05: what the user sent, and what skills made before. */
function userFiles(briefing: AgentBriefing): readonly string[] {
  const { workspace, context } = briefing.host;
  const { attachments } = context;
  if (!Array.isArray(attachments)) return [];
  return attachments.flatMap((file: JsonValue) => {
    if (!isJsonObject(file)) return [];
    const { filename, local_path: path } = file;
    if (typeof path !== 'string' || typeof filename !== 'string') return [];
    const isInside = path.startsWith(`${workspace}/`);
    const place = isInside ? workspaceOf(briefing) + path.slice(workspace.length) : path;
    return [`- ${filename}: ${place}`];
  });
}
