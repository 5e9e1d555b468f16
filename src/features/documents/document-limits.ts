// How long a document's sub-agent may go on (DOC-04).

import { packageFiles, readPackageFile, type SkillPackage } from '#features/packages/index.ts';
import type { SubAgentLimits } from '#features/runtimes/index.ts';

/** The third call of one tool with the same arguments is the end. */
const SAME_CALLS = 2;
const USUAL: SubAgentLimits = { rounds: 12, wallMs: 420_000, sameCalls: SAME_CALLS };
const WITH_SAMPLES: SubAgentLimits = { rounds: 20, wallMs: 900_000, sameCalls: SAME_CALLS };

const PROGRAM = /^scripts\/(?:.*\/)?[^/]+\.(?:py|[cm]?[jt]s|sh|bash|rb|pl|php|lua|ps1)$/i;
/** What a script that takes arguments mentions. */
const ARGUMENTS = ['argv', 'argparse', 'click', '$1', '$@'] as const;
const MOST_SCRIPTS = 50;

/** Longer for a skill whose scripts are samples: they take no arguments, so they are read and written anew. */
export async function limitsOf(skill: SkillPackage): Promise<SubAgentLimits> {
  return (await hasSamplesOnly(skill)) ? WITH_SAMPLES : USUAL;
}

async function hasSamplesOnly(skill: SkillPackage): Promise<boolean> {
  const scripts = packageFiles(skill).filter((file) => PROGRAM.test(file));
  if (scripts.length === 0 || scripts.length > MOST_SCRIPTS) return false;
  for (const file of scripts) if (await takesArguments(skill, file)) return false;
  return true;
}

/** What can't be read as text is a program that was made to be used. */
async function takesArguments(skill: SkillPackage, file: string): Promise<boolean> {
  const read = await readPackageFile(skill, { file });
  return read.status === 'refused' || ARGUMENTS.some((mention) => read.text.includes(mention));
}
