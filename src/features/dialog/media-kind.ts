// The kind of medium a file is, by its ending: how a channel would send it (ART-06).

import { extname } from 'node:path';

export type MediaKind = 'image' | 'video' | 'audio' | 'file';

const ENDINGS: Readonly<Record<string, MediaKind>> = {
  '.png': 'image',
  '.jpg': 'image',
  '.jpeg': 'image',
  '.gif': 'image',
  '.webp': 'image',
  '.svg': 'image',
  '.mp4': 'video',
  '.mov': 'video',
  '.webm': 'video',
  '.mkv': 'video',
  '.mp3': 'audio',
  '.wav': 'audio',
  '.ogg': 'audio',
  '.m4a': 'audio',
  '.flac': 'audio',
};

export function mediaKind(name: string): MediaKind {
  return ENDINGS[extname(name).toLowerCase()] ?? 'file';
}
