// Skills that are several tools: what each is called, and what the skill gets for it.

import type { JsonObject } from '#base/json.ts';
import type { SkillPackage } from '#features/packages/index.ts';

/** One tool that stands for a part of a skill. */
interface SkillTool {
  /** As providers accept it, and unique in its skill. */
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  /** The input of the skill for the arguments of the tool. */
  readonly inputOf: (args: JsonObject) => JsonObject;
}

/** By the skill's name; a skill that isn't there is one tool, by its own name. */
export type SkillTools = ReadonlyMap<string, readonly SkillTool[]>;

export interface PlacedTool {
  readonly skill: SkillPackage;
  readonly tool: SkillTool;
}

const LONGEST_NAME = 64;

/**
 * By the names that a model has for them: their own, unless a skill or another skill's tool is called so. Then it is with
 * the skill's name before it, whatever comes first.
 */
export function placeTools(
  skills: readonly SkillPackage[],
  tools: SkillTools,
  skillNames: ReadonlySet<string>,
): ReadonlyMap<string, PlacedTool> {
  const all = skills.flatMap((skill) =>
    (tools.get(skill.name) ?? []).map((tool): PlacedTool => ({ skill, tool })),
  );
  const byName = Map.groupBy(all, ({ tool }) => tool.name);
  return new Map(
    all.map((placed) => {
      const { name } = placed.tool;
      const isAlone = byName.get(name)?.length === 1 && !skillNames.has(name);
      return [isAlone ? name : prefixed(placed), placed];
    }),
  );
}

function prefixed({ skill, tool }: PlacedTool): string {
  const prefix = skill.name.replaceAll(/[^a-zA-Z0-9_-]+/g, '_').slice(0, LONGEST_NAME / 2 - 1);
  return `${prefix}__${tool.name.slice(-(LONGEST_NAME - prefix.length - 2))}`;
}
