// Reads the lines with which a script names the media that it made (CLI-05).

import { basename, extname, isAbsolute } from 'node:path';
import type { JsonObject } from '#base/json.ts';

const LINE = /^[ \t]*MEDIA(_URL)?:[ \t]*(.+?)[ \t]*\r?$/gm;

type Kind = 'image' | 'video' | 'audio' | 'file';

const ENDINGS: Readonly<Record<string, Kind>> = Object.fromEntries([
  ...kinds('image', 'png jpg jpeg gif webp svg bmp tif tiff heic avif ico'),
  ...kinds('video', 'mp4 mov webm mkv avi m4v'),
  ...kinds('audio', 'mp3 wav m4a ogg opus flac aac amr'),
]);

function kinds(kind: Kind, endings: string): [string, Kind][] {
  return endings.split(' ').map((ending) => [`.${ending}`, kind]);
}

export interface Medium {
  readonly kind: Kind;
  readonly filename: string;
  readonly path: string | undefined;
  readonly url: string | undefined;
}

/**
 * The envelope of what such lines name, undefined where there is nothing.
 * `media` is the kind of the first; `filename` and `local_path` are the first path's, absent where only addresses
 * were named; `urls` has the addresses; `images`, `videos`, `audios`, `files` list `{filename, local_path}` and
 * `{filename, url}`, each only where there is one.
 */
export function mediaEnvelope(media: readonly Medium[], isOk: boolean): JsonObject | undefined {
  const [first] = media;
  if (first === undefined) return undefined;
  const local = media.find(({ path }) => path !== undefined);
  const urls = media.flatMap(({ url }) => url ?? []);
  const place =
    local?.path === undefined ? {} : { filename: local.filename, local_path: local.path };
  return { ok: isOk, media: first.kind, ...place, urls, ...listsOf(media) };
}

/**
 * What `MEDIA: /abs/path` and `MEDIA_URL: https://…` lines name, the same one once. Relative paths and other schemes
 * are ordinary text.
 */
export function readMediaLines(output: string): readonly Medium[] {
  const seen = new Set<string>();
  const media: Medium[] = [];
  for (const [, suffix, named = ''] of output.matchAll(LINE)) {
    const medium = suffix === undefined ? fromPath(named) : fromUrl(named);
    if (medium === undefined || seen.has(named)) continue;
    seen.add(named);
    media.push(medium);
  }
  return media;
}

function fromPath(path: string): Medium | undefined {
  if (!isAbsolute(path) || path.includes('\0')) return undefined;
  return { kind: kindOf(path), filename: basename(path), path, url: undefined };
}

function fromUrl(text: string): Medium | undefined {
  const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null;
  if (url === null) return undefined;
  return { kind: kindOf(url.pathname), filename: nameOf(url), path: undefined, url: text };
}

function nameOf({ pathname, hostname }: URL): string {
  try {
    return decodeURIComponent(basename(pathname)) || hostname;
  } catch {
    return basename(pathname);
  }
}

function kindOf(path: string): Kind {
  return ENDINGS[extname(path).toLowerCase()] ?? 'file';
}

function listsOf(media: readonly Medium[]): JsonObject {
  const lists = Map.groupBy(media, ({ kind }) => `${kind}s`);
  return Object.fromEntries(
    [...lists].map(([name, members]) => [
      name,
      members.map(({ filename, path, url }) =>
        path === undefined ? { filename, url: url ?? '' } : { filename, local_path: path },
      ),
    ]),
  );
}
