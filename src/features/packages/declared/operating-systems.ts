// Reads an `os` gate into Node's names; a name that nobody knows stays a gate that no machine matches.

import { packageFieldTexts } from '#contract/texts/package-field-texts.ts';
import { findingAt, type Place, type ReportFinding } from '../report-finding.ts';
import { readNamedItems } from './named-items.ts';

const NODE_NAMES: Readonly<Record<string, readonly string[]>> = {
  darwin: ['darwin'],
  linux: ['linux'],
  win32: ['win32'],
  macos: ['darwin'],
  mac: ['darwin'],
  osx: ['darwin'],
  windows: ['win32'],
  win: ['win32'],
  unix: ['darwin', 'linux'],
};
const NO_GATE = new Set(['any', 'all', '*', 'cross-platform']);

/** Empty where any system will do. */
export function readOperatingSystems(
  declared: unknown,
  place: Place,
  report: ReportFinding,
): readonly string[] {
  const { items, unreadable } = readNamedItems(anyForStar(declared));
  const names = items.flatMap((item) => item.names).map((name) => name.toLowerCase());
  if (names.some((name) => NO_GATE.has(name))) {
    report(findingAt(place, ['os-any', 'low'], packageFieldTexts.osAny()));
    return [];
  }
  const known = names.map((name) => {
    const nodeNames = Object.hasOwn(NODE_NAMES, name) ? NODE_NAMES[name] : undefined;
    if (nodeNames === undefined) {
      report(findingAt(place, ['os-unknown', 'high'], packageFieldTexts.osUnknown(name)));
    } else if (nodeNames[0] !== name) {
      const text = packageFieldTexts.osOtherName(name, nodeNames.join(', '));
      report(findingAt(place, ['os-other-name', 'low'], text));
    }
    return nodeNames ?? [name];
  });
  if (known.length > 0 || unreadable === 0) return known.flat();
  report(findingAt(place, ['os-unknown', 'high'], packageFieldTexts.osUnknown('?')));
  return ['unreadable'];
}

function anyForStar(declared: unknown): unknown {
  if (Array.isArray(declared))
    return declared.map((item: unknown) => (item === '*' ? 'any' : item));
  return declared === '*' ? 'any' : declared;
}
