// From what pip, uv or npm said to the one reason why it failed.

import type { AppError } from '#base/app-error.ts';
import { cutTextStart } from '#base/cut-text.ts';
import type { Text } from '#base/text.ts';
import { dependencyTexts } from '#contract/texts/dependency-texts.ts';
import { dependencyFailure, type DependencyCode } from '../dependency-failure.ts';
import type { ToolEnd } from './run-tool.ts';

/** Shown of what the installer said last. */
const SHOWN_CHARS = 2000;

interface Rule {
  readonly code: DependencyCode;
  readonly pattern: RegExp;
}

/**
 * In this order, for pip prints "No matching distribution" also where it reached nothing, and a resolver's conflict
 * names Pythons. The first group, where there is one, is the package.
 */
const RULES: readonly Rule[] = [
  { code: 'deps_disk_full', pattern: /No space left on device|ENOSPC|Disk quota exceeded/ },
  {
    code: 'deps_network_unavailable',
    pattern:
      /NewConnectionError|ConnectTimeout|ReadTimeout|Name or service not known|Temporary failure in name resolution|ProxyError|SSLError|Connection (?:refused|reset)|error sending request|Failed to fetch|dns error|ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|npm error code E(?:5\d\d|429|407)\b|(?:HTTP error |status code |error: )(?:5\d\d|429)\b|\b(?:5\d\d|429) (?:Server|Client) Error/,
  },
  {
    code: 'deps_python_version',
    pattern:
      /(?:package '?"?([\w.-]+)'?"? requires a different Python)|Requires-Python|does not satisfy Python|requires-python/i,
  },
  {
    code: 'deps_conflict',
    pattern:
      /ResolutionImpossible|conflicting dependencies|npm error code ERESOLVE|we can conclude that [\s\S]*requirements are unsatisfiable|THESE PACKAGES DO NOT MATCH THE HASHES/,
  },
  {
    code: 'deps_not_found',
    pattern:
      /No matching distribution found for ([^\s(;]+)|from versions: none|(?:Because|and) ([\w.-]+) was not found|npm error 404\s+'?((?:@[\w.~-]+\/)?[\w.~-]+)@|npm error notarget No matching version found for (\S+?)\.?\s/,
  },
  // The same by its code alone, which stands before the name.
  { code: 'deps_not_found', pattern: /npm error code (?:E404|ETARGET)/ },
];

export interface FailedStep {
  readonly end: ToolEnd;
  /** What was to be installed, for people. */
  readonly asked: readonly string[];
  /** Nothing was to be fetched, since the skill has no network. */
  readonly isOffline: boolean;
}

/** Not for a step that was stopped. */
export function classifyFailure({ end, asked, isOffline }: FailedStep): AppError {
  const { code, package: about } = codeOf(end, isOffline);
  const which = about ?? (asked.length === 1 ? asked[0] : undefined);
  const text = textOf({ code, which: which ?? asked.join(', '), end });
  const errorOutput = cutTextStart(end.output.trim(), SHOWN_CHARS);
  return dependencyFailure({ code, text, package: which, errorOutput });
}

function codeOf(
  { status, output, egressDenied }: ToolEnd,
  isOffline: boolean,
): { readonly code: DependencyCode; readonly package: string | undefined } {
  if (status === 'timed-out') return { code: 'deps_timeout', package: undefined };
  // Whatever the installer makes of that.
  if (egressDenied.length > 0) return { code: 'deps_host_denied', package: undefined };
  for (const { code, pattern } of RULES) {
    const found = pattern.exec(output);
    if (found === null) continue;
    const name = found.slice(1).find((group) => group !== undefined);
    const isNotHere =
      isOffline && (code === 'deps_not_found' || code === 'deps_network_unavailable');
    return { code: isNotHere ? 'deps_network_none' : code, package: name };
  }
  return { code: 'deps_build_failed', package: undefined };
}

function textOf(told: {
  readonly code: DependencyCode;
  readonly which: string;
  readonly end: ToolEnd;
}): Text {
  const { code, which, end } = told;
  switch (code) {
    case 'deps_network_unavailable':
      return dependencyTexts.networkUnavailable(which);
    case 'deps_host_denied':
      return dependencyTexts.hostDenied(which, end.egressDenied);
    case 'deps_network_none':
      return dependencyTexts.networkNone(which);
    case 'deps_not_found':
      return dependencyTexts.notFound(which);
    case 'deps_conflict':
      return dependencyTexts.conflict(which);
    case 'deps_python_version':
      return dependencyTexts.packageNeedsPython(which);
    case 'deps_timeout':
      return dependencyTexts.tooSlow(which);
    case 'deps_disk_full':
      return dependencyTexts.diskFull(which);
    default:
      return dependencyTexts.buildFailed(which);
  }
}
