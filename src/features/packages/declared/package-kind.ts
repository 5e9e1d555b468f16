// Decides what kind of skill a package is (PKG-05).

import type { SkillKind } from '#contract/inspect-report.ts';
import type { ApiOrigin } from './api-origin.ts';

export interface KindEvidence {
  readonly hasHandler: boolean;
  readonly hasRequiredSecret: boolean;
  readonly declared: string | undefined;
  readonly api: ApiOrigin | undefined;
  readonly hasCommand: boolean;
  readonly hasSchema: boolean;
  /** CLI-10: a script that can be found without a command. */
  readonly hasScript: boolean;
  readonly hasExecutableReferences: boolean;
}

/** What a declaration says: a kind, or only that the skill executes, whatever it is by its content. */
type DeclaredKind = Exclude<SkillKind, 'handler'> | 'executing';

const DECLARED_KINDS: Readonly<Record<string, DeclaredKind>> = {
  skill_md: 'document',
  document: 'document',
  doc: 'document',
  文档型: 'document',
  script: 'script',
  cli: 'script',
  subprocess: 'script',
  脚本型: 'script',
  api: 'api',
  api_skill: 'api',
  api型: 'api',
  knowledge: 'knowledge',
  知识型: 'knowledge',
  chain: 'chain',
  skill_chain: 'chain',
  handler: 'executing',
  executable: 'executing',
  execute: 'executing',
  exec: 'executing',
  python: 'executing',
  typescript: 'executing',
  javascript: 'executing',
  tool: 'executing',
  执行型: 'executing',
};

export function decideKind(evidence: KindEvidence): SkillKind {
  const declared = declaredKind(evidence.declared);
  if (evidence.hasHandler) return 'handler';
  if (declared === 'chain') return 'chain';
  if (evidence.hasRequiredSecret) return executingKind(evidence, declared);
  if (declared === 'knowledge') return 'knowledge';
  if (declared !== undefined) return executingKind(evidence, declared);
  const isExecuting =
    evidence.hasExecutableReferences || evidence.api !== undefined || isScript(evidence);
  return isExecuting ? executingKind(evidence, undefined) : 'knowledge';
}

/** Undefined where nothing is declared, or a word that nobody knows. */
export function declaredKind(declared: string | undefined): DeclaredKind | undefined {
  const name =
    declared
      ?.trim()
      .toLowerCase()
      .replaceAll(/[\s-]+/g, '_') ?? '';
  return Object.hasOwn(DECLARED_KINDS, name) ? DECLARED_KINDS[name] : undefined;
}

/** By its content: never knowledge, and a handler only where there is a handler file. */
function executingKind(evidence: KindEvidence, declared: DeclaredKind | undefined): SkillKind {
  if (declared === 'script') return 'script';
  if (declared !== 'document' && declared !== 'api' && isScript(evidence)) return 'script';
  return evidence.api === undefined ? 'document' : 'api';
}

/** Public skills keep scripts for the document to mention; parameters or a command make one the program itself. */
function isScript({ hasCommand, hasScript, hasSchema }: KindEvidence): boolean {
  return hasCommand || (hasScript && hasSchema);
}
