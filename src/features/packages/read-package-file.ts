// Reads a text file of a package a page at a time, for the models that read skills (DOC-05).

import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { cutText } from '#base/cut-text.ts';
import { estimateText } from '#base/estimate-text.ts';
import type { Text } from '#base/text.ts';
import { packageFileTexts } from '#contract/texts/package-file-texts.ts';
import { listFiles } from './discovery/list-files.ts';
import type { SkillPackage } from './skill-package.ts';
import { decodeText } from './text-file.ts';

interface PackageFileRequest {
  /** Relative to the package; its main document where it is left out. */
  readonly file?: string | undefined;
  /** Of the first character, from 1; 1 where it is left out. */
  readonly offset?: number;
  /** Characters of the page, where it is to have fewer than it could. */
  readonly limit?: number;
  /** What the page takes of the model's context at most: what is cut of it later can't be read on. */
  readonly mostTokens?: number;
}

type PackageFileRead = PackageFilePage | Refused;

interface Refused {
  readonly status: 'refused';
  /** What another value helps with. */
  readonly parameter: 'file' | 'offset';
  readonly reason: Text;
}

/** Characters are UTF-16 units, in a text whose lines end by `\n`. */
export interface PackageFilePage {
  readonly status: 'read';
  /** Relative to the package, as it is called there. */
  readonly file: string;
  /** At most 40000 characters, 120000 of a script, and no half ones: of a text that goes on, as many. */
  readonly text: string;
  /** Of its first character, from 1. */
  readonly offset: number;
  readonly totalCharacters: number;
  /** The offset to read on at; null at the end. */
  readonly nextOffset: number | null;
  /** Says how to read on; undefined at the end. */
  readonly readOn: Text | undefined;
}

type PackagePageRequest = PackageFileRequest & { readonly file: string; readonly offset: number };
type PackagePlace = Pick<SkillPackage, 'name' | 'folder' | 'document'>;

/** DOC-05. */
const PAGE_CHARACTERS = 40_000;
const SCRIPT_PAGE_CHARACTERS = 120_000;
/** No text that somebody wrote for a model is larger. */
const MOST_BYTES = 16 * 1024 * 1024;
/** A character may be two units: a page has one at least. */
const LEAST_CHARACTERS = 2;
const NAMED_FILES = 40;

const SCRIPT =
  /(?:^|\/)scripts\/|\.(?:py|[mc]?js|[mc]?ts|[jt]sx|sh|bash|zsh|fish|ps1|rb|pl|php|lua|go|rs|r|java|sql)$/i;
/** A pipe would hold who opens it; the real path has no link at its end. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/**
 * One page of a text file of the package, as it is on disk now. Refused, with a sentence to act on: what leaves the package by
 * its path or by a link, what is hidden (`.env`, say), what is not there, is no text or is too large, and an offset beyond the
 * end. Rejects only where the disk fails.
 */
export async function readPackageFile(
  skill: PackagePlace,
  { file: asked, offset = 1, ...bounds }: PackageFileRequest,
): Promise<PackageFileRead> {
  const file = asked === undefined ? skill.document : plainPath(asked);
  if (file === undefined) return refused(packageFileTexts.noDocument(skill.name, filesOf(skill)));
  const found = await realPlace(skill, file);
  if (found.status === 'refused') return found;
  const bytes = await bytesOf(found.real);
  if (bytes === undefined) return notThere(skill, file);
  if (bytes.length > MOST_BYTES) return refused(packageFileTexts.tooLarge(file, MOST_BYTES));
  const decoded = decodeText(bytes, MOST_BYTES);
  return decoded.status === 'unreadable' || isBinary(decoded.text)
    ? refused(packageFileTexts.binary(file))
    : pageOf(decoded.text, { ...bounds, file, offset });
}

async function realPlace(
  skill: PackagePlace,
  file: string,
): Promise<{ readonly status: 'found'; readonly real: string } | Refused> {
  if (isOutside(file)) return refused(packageFileTexts.outside(file));
  const root = await realPath(skill.folder);
  const real = root === undefined ? undefined : await realPath(join(root, file));
  if (root === undefined || real === undefined) return notThere(skill, file);
  if (real !== root && !real.startsWith(root + sep)) return refused(packageFileTexts.outside(file));
  const isClosed = isHidden(file) || isHidden(relative(root, real));
  return isClosed ? refused(packageFileTexts.hidden(file)) : { status: 'found', real };
}

function pageOf(whole: string, page: PackagePageRequest): PackageFileRead {
  const { file, offset } = page;
  const totalCharacters = whole.length;
  if (!Number.isSafeInteger(offset) || offset < 1 || offset > Math.max(1, totalCharacters)) {
    const reason = packageFileTexts.beyond(file, offset, totalCharacters);
    return { status: 'refused', parameter: 'offset', reason };
  }
  const text = pageText(whole.slice(offset - 1), page);
  const next = offset + text.length;
  const goesOn = next <= totalCharacters;
  return {
    status: 'read',
    file,
    text,
    offset,
    totalCharacters,
    nextOffset: goesOn ? next : null,
    readOn: goesOn ? packageFileTexts.readOn(next, totalCharacters) : undefined,
  };
}

function pageText(
  rest: string,
  { file, limit = Infinity, mostTokens = Infinity }: PackagePageRequest,
): string {
  const most = SCRIPT.test(file) ? SCRIPT_PAGE_CHARACTERS : PAGE_CHARACTERS;
  let text = cutText(rest, Math.max(LEAST_CHARACTERS, Math.min(limit, most)));
  for (let tokens = estimateText(text); tokens > mostTokens; tokens = estimateText(text)) {
    if (text.length <= LEAST_CHARACTERS) break;
    const length = Math.floor(text.length * Math.min(0.95, mostTokens / tokens));
    text = cutText(text, Math.max(LEAST_CHARACTERS, length));
  }
  return text;
}

/** Documents name files as `{baseDir}/scripts/x.py` or `./x.md`. */
function plainPath(asked: string): string {
  return asked
    .trim()
    .replace(/^\{baseDir\}\//, '')
    .replace(/^(?:\.\/)+/, '');
}

function isOutside(file: string): boolean {
  return /^(?:[/\\]|[a-z]:[/\\])/i.test(file) || /\0/.test(file) || namesIn(file).includes('..');
}

function isHidden(file: string): boolean {
  return namesIn(file).some((name) => name.startsWith('.') && name !== '.');
}

function namesIn(path: string): readonly string[] {
  return path.split(/[/\\]/);
}

/** Undefined where it is no file any more, or none that may be read; of one that is too large, the beginning. */
async function bytesOf(real: string): Promise<Buffer | undefined> {
  const handle = await open(real, FLAGS).catch(() => undefined);
  if (handle === undefined) return undefined;
  try {
    const facts = await handle.stat();
    if (!facts.isFile()) return undefined;
    const buffer = Buffer.alloc(Math.min(facts.size, MOST_BYTES + 1));
    let length = 0;
    while (length < buffer.length) {
      const { bytesRead } = await handle.read(buffer, length, buffer.length - length, length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    return buffer.subarray(0, length);
  } finally {
    await handle.close();
  }
}

/** Data without a zero byte is decoded to something, which is full of control characters. */
function isBinary(text: string): boolean {
  const head = text.slice(0, 65_536);
  // oxlint-disable-next-line no-control-regex -- these are what texts don't have
  const controls = head.match(/[\u0001-\u0007\u000E-\u001A\u001C-\u001F]/g)?.length ?? 0;
  return controls > Math.max(1, head.length / 200);
}

function notThere(skill: PackagePlace, file: string): Refused {
  return refused(packageFileTexts.noFile(skill.name, file, filesOf(skill)));
}

/** What can be asked for instead. */
function filesOf(skill: PackagePlace): readonly string[] {
  return packageFiles(skill).slice(0, NAMED_FILES);
}

/** Every file of the package that is not hidden: relative paths, upper folders first; none where it is gone meanwhile. */
export function packageFiles({ folder }: Pick<SkillPackage, 'folder'>): readonly string[] {
  try {
    return listFiles(folder).files.filter((file) => !isHidden(file));
  } catch {
    return [];
  }
}

function realPath(path: string): Promise<string | undefined> {
  return realpath(path).catch(() => undefined);
}

function refused(reason: Text): Refused {
  return { status: 'refused', parameter: 'file', reason };
}
