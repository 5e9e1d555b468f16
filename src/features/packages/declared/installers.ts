// How a public package says that its programs are installed (`metadata.openclaw.install`): told to people, never run.

import { isJsonObject } from '#base/json.ts';
import { packageFieldTexts } from '#contract/texts/package-field-texts.ts';
import { findingAt, type ReportFinding } from '../report-finding.ts';
import type { PackageInstaller } from '../skill-package.ts';
import { placeOf } from './declaration.ts';
import { scalarText } from './field-values.ts';
import type { ForeignMetadata } from './foreign-metadata.ts';
import { readNamedItems } from './named-items.ts';

interface InstallerKind {
  /** Keys that may hold what is installed. */
  readonly keys: readonly string[];
  readonly command: string;
}

const KINDS: Readonly<Record<string, InstallerKind>> = {
  brew: { keys: ['formula', 'cask', 'package'], command: 'brew install' },
  node: { keys: ['package'], command: 'npm install -g' },
  npm: { keys: ['package'], command: 'npm install -g' },
  go: { keys: ['module', 'package'], command: 'go install' },
  uv: { keys: ['package'], command: 'uv tool install' },
  pip: { keys: ['package', 'packages'], command: 'pip install' },
  apt: { keys: ['package', 'packages'], command: 'apt-get install' },
  gem: { keys: ['package', 'gem'], command: 'gem install' },
  cargo: { keys: ['package', 'crate'], command: 'cargo install' },
  download: { keys: ['url'], command: 'download' },
};
/** No option, no shell, one line: the text is read by models, too. */
const SUBJECT = /^[A-Za-z0-9@][\w.@+/:=<>!~[\]-]{0,150}$/;
const MOST = 8;

/** What can't be read is left out, with a finding. */
export function readInstallers(
  metadata: ForeignMetadata | undefined,
  report: ReportFinding,
): readonly PackageInstaller[] {
  const declared = metadata?.values['install'];
  if (metadata === undefined || declared === undefined || declared === null) return [];
  const items = Array.isArray(declared) ? declared : [declared];
  const read = items.slice(0, MOST).map((item: unknown) => readInstaller(item));
  if (read.includes(undefined)) {
    const text = packageFieldTexts.installerOdd();
    report(findingAt(placeOf(metadata.field, 'install'), ['installer-odd', 'low'], text));
  }
  return read.filter((installer) => installer !== undefined);
}

function readInstaller(item: unknown): PackageInstaller | undefined {
  if (!isJsonObject(item)) return undefined;
  const name = scalarText(item['kind'] ?? item['type'])?.toLowerCase() ?? '';
  const kind = Object.hasOwn(KINDS, name) ? KINDS[name] : undefined;
  const subject = kind?.keys
    .map((key) => subjectOf(item[key]))
    .find((found) => found !== undefined);
  if (kind === undefined || subject === undefined) return undefined;
  const bins = readNamedItems(item['bins']).items.flatMap(({ names }) => names);
  return { bins, how: `${kind.command} ${subject}` };
}

function subjectOf(value: unknown): string | undefined {
  const words = (Array.isArray(value) ? value : [value]).map((word: unknown) => scalarText(word));
  const isSafe = words.every((word) => word !== undefined && SUBJECT.test(word));
  return isSafe && words.length > 0 ? words.join(' ') : undefined;
}
