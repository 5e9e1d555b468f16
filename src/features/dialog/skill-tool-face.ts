// The skills of a role as the tools of a turn.

import type { JsonObject } from '#base/json.ts';
import type { Language } from '#base/text.ts';
import type { ToolCallHost, ToolFace } from '#features/agents/index.ts';
import { instructionSchema, needsSubAgent } from '#features/documents/index.ts';
import type {
  CallIdentity,
  Execution,
  FixedContext,
  RunFiles,
  SkillCall,
} from '#features/execution/index.ts';
import type { ToolDefinition } from '#features/models/index.ts';
import type { SkillPackage } from '#features/packages/index.ts';
import { callAsync, type StartBackground } from './async-call.ts';
import { skillDescription } from './skill-description.ts';
import { placeTools, type SkillTools } from './skill-tools.ts';
import { toolNames } from './tool-names.ts';

export interface SkillToolFaceParts {
  readonly skills: readonly SkillPackage[];
  readonly execution: Execution;
  readonly identity: CallIdentity;
  readonly fixed: FixedContext;
  readonly channel: string;
  readonly turnId?: string | undefined;
  readonly language: Language;
  /** Names of the skills that may run for the role; all where it is left out. */
  readonly skillNames?: readonly string[] | undefined;
  /** Seconds that a role's policy allows one skill (CLK-01). */
  readonly policyWallSec?: number | undefined;
  /** Whether there is a model to carry out document skills; else they are not offered. */
  readonly hasSubAgents: boolean;
  /** What the turn's document skills are carried out with. */
  readonly subAgents: SkillCall['subAgents'];
  /** What is done with the files that a call makes. */
  filesOf(callId: string): RunFiles;
  /** ASY-02: async skills are not waited for in this turn. */
  readonly runsInBackground?: boolean | undefined;
  readonly startBackground?: StartBackground | undefined;
  /** Skills that are several tools. */
  readonly tools?: SkillTools | undefined;
}

const NO_PARAMETERS: JsonObject = { type: 'object', properties: {} };

export interface SkillToolFace extends ToolFace {
  /** What a call is recorded as: the skill behind a tool's name; the name itself of one of several tools, and where there is none. */
  readonly skillOf: (tool: string) => string;
}

/** Only what the model may call: what runs here, and whose trigger is `explicit` (DOC-01). */
export async function createSkillToolFace(parts: SkillToolFaceParts): Promise<SkillToolFace> {
  const callable = await callableOf(parts);
  const byName = new Map(callable.map((skill) => [skill.name, skill]));
  const { tools = new Map() } = parts;
  const names = toolNames([...byName.keys()].filter((name) => !tools.has(name)));
  const placed = placeTools(callable, tools, new Set(names.keys()));
  const definitions = [
    ...[...names].map(([tool, name]) => definitionOf(tool, byName.get(name), parts.language)),
    ...[...placed].map(
      ([
        name,
        {
          tool: { description, inputSchema },
        },
      ]) => ({
        name,
        description,
        inputSchema,
      }),
    ),
  ].toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const skillOf = (tool: string): string => names.get(tool) ?? tool;

  return {
    definitions: () => definitions,
    skillOf,
    call({ id, tool, input: args }, host) {
      const { execution } = parts;
      const name = placed.get(tool)?.skill.name ?? skillOf(tool);
      const input = placed.get(tool)?.tool.inputOf(args) ?? args;
      const call = callOf(parts, { id, skill: name, input }, host);
      const skill = byName.get(name);
      if (skill?.isAsync !== true || parts.runsInBackground !== true)
        return execution.execute(call);
      const { channel, startBackground: start } = parts;
      const isIdempotent = skill.isIdempotent === true;
      return callAsync({ call, execution, channel, isIdempotent, start });
    },
  };
}

async function callableOf(parts: SkillToolFaceParts): Promise<readonly SkillPackage[]> {
  const { skills, execution, hasSubAgents } = parts;
  const handed = skills.filter(
    (skill) => skill.triggerType === 'explicit' && (hasSubAgents || !needsSubAgent(skill)),
  );
  const obstacles = await Promise.all(handed.map((skill) => execution.obstacleOf(skill)));
  return handed.filter((_, at) => obstacles[at] === undefined);
}

function callOf(
  parts: SkillToolFaceParts,
  { id, skill, input }: { readonly id: string; readonly skill: string; readonly input: JsonObject },
  host: ToolCallHost,
): SkillCall {
  return {
    skill,
    input,
    line: 'dialog',
    identity: parts.identity,
    fixed: parts.fixed,
    language: parts.language,
    ...(parts.skillNames !== undefined && { allowedSkills: parts.skillNames }),
    ...(parts.subAgents !== undefined && { subAgents: parts.subAgents }),
    callId: id,
    files: parts.filesOf(id),
    ...(parts.turnId !== undefined && { turnId: parts.turnId }),
    hasFailedInTurn: host.hasFailedInTurn,
    ...(parts.policyWallSec !== undefined && { policyWallSec: parts.policyWallSec }),
    signal: host.signal,
    progress: (fraction, text) => host.progress(fraction, text),
  };
}

function definitionOf(
  tool: string,
  skill: SkillPackage | undefined,
  language: Language,
): ToolDefinition {
  const schema = skill === undefined ? undefined : instructionSchema(skill, language);
  return {
    name: tool,
    description: skill === undefined ? '' : descriptionOf(tool, skill),
    inputSchema: schema === undefined ? NO_PARAMETERS : { ...schema, type: 'object' },
  };
}

/** With the skill's own name where the tool's had to be another. */
function descriptionOf(tool: string, skill: SkillPackage): string {
  const description = skillDescription(skill);
  return skill.name === tool ? description : `${skill.name}: ${description}`;
}
