// Where a package's processes may connect to, from the many ways in which that is said.

import { packageFieldTexts } from '#contract/texts/package-field-texts.ts';
import { findingAt, type ReportFinding } from '../report-finding.ts';
import type { PackageNetwork } from '../skill-package.ts';
import { placeOf, type DeclaredField } from './declaration.ts';
import { scalarText } from './field-values.ts';

const NONE = new Set('none false no off disabled isolated offline'.split(' '));
const PUBLIC = new Set(
  'true yes on full public outbound egress internet host bridge default inherit any all allow * enabled external open required'.split(
    ' ',
  ),
);
const HOST = /^(?:\*\.)?[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?(?::\d{1,5})?$/;

interface NetworkSource {
  readonly field: DeclaredField;
  readonly values: Readonly<Record<string, unknown>>;
}

/** A word that nobody knows, and a list with no host in it, close the gate. */
export function readNetwork(
  { field, values }: NetworkSource,
  report: ReportFinding,
): PackageNetwork | undefined {
  const declared = values['network'];
  if (declared === undefined || declared === null || declared === '') return undefined;
  const words = (Array.isArray(declared) ? declared : [declared]).flatMap((item: unknown) =>
    (scalarText(item) ?? '\0').toLowerCase().split(/[\s,]+/),
  );
  const known = words.filter((word) => word !== '').map((word) => oneWord(word));
  if (known.includes(undefined)) {
    const place = placeOf(field, 'network');
    report(findingAt(place, ['requires-odd', 'medium'], packageFieldTexts.networkOdd()));
  }
  const understood = known.filter((one) => one !== undefined);
  return understood.length === 0 ? { kind: 'none' } : together(understood);
}

/** One declaration's words: hosts beside each other are all meant. */
function together(words: readonly PackageNetwork[]): PackageNetwork {
  const hosts = words.flatMap((word) => (word.kind === 'hosts' ? word.hosts : []));
  if (words.some(({ kind }) => kind === 'none')) return { kind: 'none' };
  return hosts.length > 0 ? { kind: 'hosts', hosts: [...new Set(hosts)] } : { kind: 'public' };
}

/** `declared` in several places: what all of them allow. */
export function strictest(
  declared: readonly (PackageNetwork | undefined)[],
): PackageNetwork | undefined {
  const all = declared.filter((one) => one !== undefined);
  const lists = all.flatMap((one) => (one.kind === 'hosts' ? [one.hosts] : []));
  const [first, ...others] = lists;
  if (all.some(({ kind }) => kind === 'none')) return { kind: 'none' };
  if (first === undefined) return all[0];
  const hosts = first.filter((host) => others.every((list) => list.includes(host)));
  return hosts.length === 0 ? { kind: 'none' } : { kind: 'hosts', hosts };
}

function oneWord(word: string): PackageNetwork | undefined {
  if (NONE.has(word)) return { kind: 'none' };
  if (PUBLIC.has(word)) return { kind: 'public' };
  const host = word.replace(/^https?:\/\//, '').replace(/\/.*$/s, '');
  const isHost = HOST.test(host) && (host.includes('.') || host.includes(':'));
  return isHost ? { kind: 'hosts', hosts: [host] } : undefined;
}
