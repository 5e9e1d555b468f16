// Says where a package holds a program that nobody will call: under another name, or below scripts/ and unmentioned.

import type { SkillKind } from '#contract/inspect-report.ts';
import { packageHandlerTexts } from '#contract/texts/package-handler-texts.ts';
import { declaredKind, type KindEvidence } from './declared/package-kind.ts';
import { findingAt, type ReportFinding } from './report-finding.ts';
import { findScript } from './script-file.ts';

export interface UncallableParts {
  readonly kind: SkillKind;
  readonly evidence: KindEvidence;
  readonly name: string;
  readonly files: readonly string[];
  /** The main document without its front matter. */
  readonly body: string;
}

const PROGRAM = /\.(?:py|[cm]?[jt]s|sh|bash|rb|pl|php|lua|ps1)$/i;
/** Surely meant as a handler, whatever the text says. */
const NEARLY_HANDLER = /^(?:handlers?|skill_?handler)\.(py|[cm]?[jt]sx?)$/i;
/** Names that programs of documents have too. */
const PERHAPS_HANDLER = /^(?:skill|main|execute|run)\.(py|[cm]?[jt]s)$/i;

export function reportUncallable(parts: UncallableParts, report: ReportFinding): void {
  const { kind, evidence } = parts;
  // A program that is named, or knowledge by its author's own word, is as it was meant.
  const isSettled = evidence.hasHandler || evidence.hasCommand;
  if (isSettled || (kind !== 'knowledge' && kind !== 'document')) return;
  if (declaredKind(evidence.declared) === kind) return;
  reportMisnamed(parts, report);
  reportScript(parts, report);
}

function reportMisnamed({ files, body }: UncallableParts, report: ReportFinding): void {
  const isProject = files.some((file) => file === 'package.json' || file === 'pyproject.toml');
  const file =
    files.find((each) => NEARLY_HANDLER.test(each)) ??
    files.find((each) => !isProject && PERHAPS_HANDLER.test(each) && !body.includes(each));
  if (file === undefined) return;
  const ending = file.slice(file.lastIndexOf('.') + 1).toLowerCase();
  const name = ENDINGS[ending] ?? 'handler.ts';
  const text = packageHandlerTexts.handlerMisnamed(file, name);
  report(findingAt({ file, line: null }, ['handler-misnamed', 'medium'], text));
}

const ENDINGS: Readonly<Record<string, string>> = {
  py: 'handler.py',
  js: 'handler.js',
  jsx: 'handler.js',
  cjs: 'handler.js',
  mjs: 'handler.mjs',
};

/** A text that mentions the scripts, or a required program, makes them the document's own tools. */
function reportScript(parts: UncallableParts, report: ReportFinding): void {
  const { kind, name, files, body } = parts;
  const script = findScript(files, name);
  if (script === undefined || !PROGRAM.test(script)) return;
  const isMentioned =
    /scripts?\b|脚本/i.test(body) || body.includes(script.slice('scripts/'.length));
  if (isMentioned) return;
  const severity = kind === 'knowledge' ? 'medium' : 'low';
  const text = packageHandlerTexts.scriptNotCallable(script, kind);
  report(findingAt({ file: script, line: null }, ['script-not-callable', severity], text));
}
