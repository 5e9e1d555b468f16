// Reads the images of a conversation for one request: the newest, within what providers take.

import type { ModelFile, ModelMessage } from './chat-model.ts';

export type ShownImages = ReadonlyMap<ModelFile, Uint8Array>;

export const NO_IMAGES: ShownImages = new Map();

const MEDIA_TYPES: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
]);
/** Of one image: Anthropic's limit, the smallest of those that are known. */
const MOST_BYTES = 5 * 1024 * 1024;
const MOST_IMAGES = 10;
const MOST_BYTES_TOGETHER = 15 * 1024 * 1024;

export async function loadImages(messages: readonly ModelMessage[]): Promise<ShownImages> {
  const loaded = new Map<ModelFile, Uint8Array>();
  let left = MOST_BYTES_TOGETHER;
  const files = messages.flatMap((message) =>
    message.role === 'user' ? (message.files ?? []) : [],
  );
  for (const file of files.toReversed()) {
    if (loaded.size >= MOST_IMAGES) break;
    if (!isShowable(file) || file.bytes > left) continue;
    const data = await file.read?.();
    if (data === undefined || data.length === 0 || data.length > MOST_BYTES) continue;
    loaded.set(file, data);
    left -= data.length;
  }
  return loaded;
}

function isShowable({ mediaType, bytes, read }: ModelFile): boolean {
  return read !== undefined && MEDIA_TYPES.has(mediaType) && bytes > 0 && bytes <= MOST_BYTES;
}
