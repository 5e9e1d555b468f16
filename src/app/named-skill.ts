// Which skill a person means: one by its name, or the package at a path.

import { resolve } from 'node:path';
import type { JsonObject } from '#base/json.ts';
import type { Language } from '#base/text.ts';
import { cliTexts } from '#contract/texts/cli-texts.ts';
import { readPackage, type PackageFinding } from '#features/packages/index.ts';
import { failureEnvelope } from '#features/results/index.ts';

export type NamedSkill =
  | {
      readonly status: 'named';
      readonly name: string;
      /** The package's directory, where a path was given. */
      readonly folder: string | undefined;
    }
  /** The path is no usable package: an envelope that says file, line and remedy. */
  | { readonly status: 'rejected'; readonly envelope: JsonObject };

/** What contains `/` or starts with `.` is a path. */
export async function namedSkill(given: string, language: Language): Promise<NamedSkill> {
  if (!given.includes('/') && !given.startsWith('.')) {
    return { status: 'named', name: given, folder: undefined };
  }
  const folder = resolve(given);
  const read = await readPackage(folder);
  return read.status === 'loaded'
    ? { status: 'named', name: read.package.name, folder }
    : { status: 'rejected', envelope: rejectedEnvelope(folder, read.findings, language) };
}

function rejectedEnvelope(
  folder: string,
  findings: readonly PackageFinding[],
  language: Language,
): JsonObject {
  const told = findings.map(({ file, line, message, fix }) => {
    const place = line === null ? file : `${file}:${line}`;
    return `${place}: ${message[language]} ${fix[language]}`;
  });
  const text = cliTexts.packageRejected(folder, told.join(' '));
  return failureEnvelope({ error: text[language], errorType: 'config', nonRetriable: true });
}
