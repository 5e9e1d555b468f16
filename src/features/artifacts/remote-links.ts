// Finds the addresses in a result: those that are files for certain, and those that may be one (ART-02).

import { isJsonObject, type JsonObject, type JsonValue } from '#base/json.ts';
import type { FileKind } from '#features/workspaces/index.ts';
import {
  asDraft,
  fileEntries,
  heads,
  isWebAddress,
  mediaLists,
  textAt,
  type Draft,
} from './draft-envelope.ts';

export interface RemoteLink {
  readonly url: string;
  /** What its field says that it is; undefined where it says nothing. */
  readonly kind: FileKind | undefined;
  /**
   * `certain`: fetched. `listed`: probed, in a list of media, so that the person expects it. `possible`: probed, and
   * nobody misses it.
   */
  readonly certainty: 'certain' | 'listed' | 'possible';
  /** The object that names it; undefined for a link in a text. */
  readonly entry: Draft | undefined;
  /** The entry stands in a list of media. */
  readonly isListed: boolean;
  readonly key: string;
}

const CERTAIN: Readonly<Record<string, FileKind | undefined>> = {
  urls: undefined,
  image_url: 'image',
  image_urls: 'image',
  video_url: 'video',
  video_urls: 'video',
  audio_url: 'audio',
  audio_urls: 'audio',
  file_url: 'file',
  file_urls: 'file',
  output_url: undefined,
  result_url: undefined,
  oss_url: undefined,
  cdn_url: undefined,
  download_url: undefined,
  abs_url: undefined,
};
export const CERTAIN_KEYS: readonly string[] = Object.keys(CERTAIN);

const AMBIGUOUS: Readonly<Record<string, FileKind | undefined>> = {
  url: undefined,
  link: undefined,
  href: undefined,
  src: undefined,
  image: 'image',
  video: 'video',
  audio: 'audio',
  file: 'file',
};
export const AMBIGUOUS_KEYS: readonly string[] = Object.keys(AMBIGUOUS);

/** Where a result says something to people, in its head. */
const TEXTS = 'message text result content answer output summary msg display_md'.split(' ');
const TEXT_CHARS = 100_000;
const MOST_TEXT_LINKS = 200;
/** What is looked at of a result, however large. */
const MOST_PARTS = 50_000;
const DEEPEST = 12;

/** The nearest to the envelope first. An address that stands in a list of media by itself becomes an object there. */
export function findRemoteLinks(draft: Draft): readonly RemoteLink[] {
  for (const { items, replace } of mediaLists(draft))
    if (items.some(isWebAddress)) replace(items.map((url) => (isWebAddress(url) ? { url } : url)));
  const entries = new Map(fileEntries(draft).map(({ entry, kind }) => [entry, kind]));
  const inFields = objectsIn(draft).flatMap((entry) => linksOf(entry, entries.get(entry)));
  const known = new Set(inFields.map(({ url }) => url));
  const inTexts = heads(draft)
    .filter((head) => textAt(head, 'local_path') === undefined)
    .flatMap((head) => TEXTS.flatMap((key) => linksIn(textAt(head, key) ?? '')))
    .filter((url) => !known.has(url));
  return [...inFields, ...[...new Set(inTexts)].map(asPossible)];
}

export function hasTextLinks(envelope: JsonObject): boolean {
  const { data } = envelope;
  const told = isJsonObject(data) ? [envelope, data] : [envelope];
  return told.some((head) =>
    TEXTS.some((key) => typeof head[key] === 'string' && head[key].includes('http')),
  );
}

function asPossible(url: string): RemoteLink {
  return {
    url,
    kind: undefined,
    certainty: 'possible',
    entry: undefined,
    isListed: false,
    key: '',
  };
}

/** Breadth first, so that what stands near the top comes before what stands in its lists. */
export function objectsIn(draft: JsonObject): readonly Draft[] {
  const objects: Draft[] = [];
  let level: readonly JsonValue[] = [draft];
  let seen = 0;
  for (let depth = 0; depth < DEEPEST && level.length > 0 && seen < MOST_PARTS; depth += 1) {
    const parts = level.slice(0, MOST_PARTS - seen);
    seen += parts.length;
    for (const part of parts) if (isJsonObject(part)) objects.push(asDraft(part));
    level = parts.flatMap(innerParts);
  }
  return objects;
}

function innerParts(part: JsonValue): readonly JsonValue[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.values(part).filter((inner) => typeof inner === 'object' && inner !== null);
}

/** An entry that has a file already is left alone. `listed`: the kind of the list that it stands in. */
function linksOf(entry: Draft, listed: FileKind | undefined): readonly RemoteLink[] {
  if (textAt(entry, 'local_path') !== undefined) return [];
  return Object.entries(entry).flatMap(([key, value]) => {
    const isCertain = Object.hasOwn(CERTAIN, key);
    if (!isCertain && !Object.hasOwn(AMBIGUOUS, key)) return [];
    const urls: readonly JsonValue[] = isCertain && Array.isArray(value) ? value : [value];
    const kind = (isCertain ? CERTAIN[key] : AMBIGUOUS[key]) ?? listed;
    const unsure = listed === undefined ? 'possible' : 'listed';
    const certainty = isCertain ? 'certain' : unsure;
    return urls.filter(isWebAddress).map(
      (url) =>
        ({
          url: url.trim(),
          kind,
          certainty,
          entry,
          isListed: listed !== undefined,
          key,
        }) as const,
    );
  });
}

/** Up to what ends a link in a sentence, in either language. */
function linksIn(text: string): readonly string[] {
  const found = text
    .slice(0, TEXT_CHARS)
    .matchAll(/https?:\/\/[^\s<>"'`\\^{}|\u{3000}-\u{303f}\u{ff00}-\u{ffef}]+/giu);
  return Array.from(found.take(MOST_TEXT_LINKS), ([link]) => withoutEnd(link));
}

/** A full stop ends the sentence; a bracket, unless it is the link's own, what the link stands in. */
function withoutEnd(link: string): string {
  const bare = link.replace(/[.,;:!?*_~]+$/, '');
  const last = bare.at(-1) ?? '';
  const opening = { ')': '(', ']': '[' }[last];
  if (opening === undefined) return bare;
  const isOwn = bare.split(opening).length >= bare.split(last).length;
  return isOwn ? bare : withoutEnd(bare.slice(0, -1));
}
