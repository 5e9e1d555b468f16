// Why a skill's packages are not there: a code to branch on, the package, whether trying again can help.

import * as z from 'zod';
import { AppError } from '#base/app-error.ts';
import type { Text } from '#base/text.ts';

const DEPENDENCY_CODES = [
  /** The index can't be reached now. */
  'deps_network_unavailable',
  /** The index, or where it sends to for its files, is none of the allowed hosts. */
  'deps_host_denied',
  /** The skill declares `network: none`, and the package is not here. */
  'deps_network_none',
  'deps_not_found',
  'deps_conflict',
  'deps_python_version',
  /** There is no wheel, or what came could not be installed. */
  'deps_build_failed',
  /** Python, venv or npm is missing on the machine. */
  'deps_tool_missing',
  /** It is declared in a way that is not installed: an address, a path, an option. */
  'deps_unsupported',
  'deps_timeout',
  'deps_disk_full',
  /** `SKILL_AUTO_DEPS=0`. */
  'deps_off',
  /** A module that the package declares nowhere. */
  'deps_undeclared',
] as const;

const RETRYABLE: ReadonlySet<string> = new Set(['deps_network_unavailable', 'deps_timeout']);

const failure = z.object({
  code: z.enum(DEPENDENCY_CODES),
  /** The package it is about, where that is known. */
  package: z.string().optional(),
  /** Whether the same call can succeed later without anybody mending anything. */
  retryable: z.boolean(),
  /** The end of what the installer said, without passwords. */
  errorOutput: z.string(),
});

export type DependencyCode = (typeof DEPENDENCY_CODES)[number];
export type DependencyFailure = z.infer<typeof failure>;

export interface FailureFacts {
  readonly code: DependencyCode;
  /** What is wrong and what to do. */
  readonly text: Text;
  readonly package?: string | undefined;
  readonly errorOutput?: string;
  readonly cause?: unknown;
}

export function dependencyFailure(facts: FailureFacts): AppError {
  const details: DependencyFailure = {
    code: facts.code,
    ...(facts.package !== undefined && { package: facts.package }),
    retryable: RETRYABLE.has(facts.code),
    errorOutput: facts.errorOutput ?? '',
  };
  return new AppError('dependencies-unavailable', facts.text, { details, cause: facts.cause });
}

/** Undefined for an error of another kind. */
export function dependencyFailureOf(error: unknown): DependencyFailure | undefined {
  if (!(error instanceof AppError) || error.code !== 'dependencies-unavailable') return undefined;
  const parsed = failure.safeParse(error.details);
  return parsed.success ? parsed.data : undefined;
}
