// An envelope that may be written to, and where in it a result names its files (ART-01).

import { isJsonObject, type JsonObject, type JsonValue } from '#base/json.ts';
import type { FileKind } from '#features/workspaces/index.ts';

/** A copy of a result's envelope, or an object in it. */
export interface Draft {
  [key: string]: JsonValue;
}

/** An object that names one file. */
export interface FileEntry {
  readonly entry: Draft;
  /** That of its list; undefined for the envelope itself and its data. */
  readonly kind: FileKind | undefined;
}

export const MEDIA_LISTS = {
  image: 'images',
  video: 'videos',
  audio: 'audios',
  file: 'files',
} as const satisfies Record<FileKind, string>;

export function draftOf(envelope: JsonObject): Draft {
  return asDraft(structuredClone(envelope));
}

/** Of a part of a copy: nobody else has it. */
export function asDraft(part: JsonObject): Draft {
  return part;
}

/** The envelope and, of `{"success": true, "data": {…}}` (ENV-01), its data. */
export function heads(draft: Draft): readonly Draft[] {
  const data = draft['data'];
  return isJsonObject(data) ? [draft, asDraft(data)] : [draft];
}

/** The heads, then what stands in their lists. */
export function fileEntries(draft: Draft): readonly FileEntry[] {
  const listed = mediaLists(draft).flatMap(({ kind, items }) =>
    items.filter(isJsonObject).map((item) => ({ entry: asDraft(item), kind })),
  );
  return [...heads(draft).map((entry) => ({ entry, kind: undefined })), ...listed];
}

export interface ListOfMedia {
  readonly kind: FileKind;
  readonly items: readonly JsonValue[];
  /** In its place. */
  readonly replace: (items: readonly JsonValue[]) => void;
}

export function mediaLists(draft: Draft): readonly ListOfMedia[] {
  return heads(draft).flatMap((head) =>
    KINDS.flatMap((kind) => {
      const key = MEDIA_LISTS[kind];
      const items = head[key];
      if (!Array.isArray(items)) return [];
      const replace: ListOfMedia['replace'] = (others) => {
        head[key] = others;
      };
      return [{ kind, items, replace }];
    }),
  );
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table's own keys
const KINDS = Object.keys(MEDIA_LISTS) as readonly FileKind[];

export function isWebAddress(value: unknown): value is string {
  return typeof value === 'string' && /^\s*https?:\/\//i.test(value);
}

/** Undefined where it is blank, or no text. */
export function textAt(draft: Draft, key: string): string | undefined {
  const value = draft[key];
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}
