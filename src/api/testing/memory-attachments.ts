// Files of conversations in memory, with the same walls as the real ones.

import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { AppError } from '#base/app-error.ts';
import { sameText } from '#base/text.ts';
import type { AttachmentBody } from '#contract/api/attachment-bodies.ts';
import type { Caller } from '#features/accounts/index.ts';
import { webStream } from '../file-response.ts';
import type { AttachmentService, ServedFile } from '../services.ts';

interface Kept {
  readonly sessionId: string;
  readonly body: AttachmentBody;
  readonly content: Buffer;
}

const MOMENT = '2026-01-02T03:04:05.000Z';
const LIMITS = { most_bytes: 1e6, session_bytes: 1e7, most_files: 100, most_per_turn: 20 };

/** `checkOwn` throws where the session is not the caller's. */
export function memoryAttachments(
  checkOwn: (caller: Caller, sessionId: string) => unknown,
): AttachmentService {
  const kept = new Map<string, Kept>();
  const find = (sessionId: string, matches: (body: AttachmentBody) => boolean): Kept => {
    const found = [...kept.values()].find(
      (each) => each.sessionId === sessionId && matches(each.body),
    );
    if (found === undefined) throw new AppError('not-found', sameText('There is no such file.'));
    return found;
  };
  return {
    async list(caller, sessionId) {
      checkOwn(caller, sessionId);
      const own = [...kept.values()].filter((each) => each.sessionId === sessionId);
      const items = own.map(({ body }) => body);
      return { items, limits: { ...LIMITS, used_bytes: 0, used_files: items.length } };
    },
    async upload(caller, sessionId, file) {
      checkOwn(caller, sessionId);
      const chunks: Uint8Array[] = [];
      for await (const chunk of file.chunks()) chunks.push(chunk);
      const content = Buffer.concat(chunks);
      const body: AttachmentBody = {
        id: randomUUID(),
        name: file.name,
        kind: 'file',
        media_type: 'text/plain',
        bytes: content.length,
        path: `attachments/${file.name}`,
        is_made: false,
        created_at: MOMENT,
      };
      kept.set(body.id, { sessionId, body, content });
      return { ...body, notes: [] };
    },
    async remove(caller, { sessionId, attachmentId }) {
      checkOwn(caller, sessionId);
      kept.delete(find(sessionId, ({ id }) => id === attachmentId).body.id);
    },
    async open(caller, { sessionId, attachmentId }) {
      checkOwn(caller, sessionId);
      return served(find(sessionId, ({ id }) => id === attachmentId));
    },
    async openFile(caller, { sessionId, path }) {
      checkOwn(caller, sessionId);
      return served(find(sessionId, (body) => body.path === path));
    },
  };
}

function served({ body, content }: Kept): ServedFile {
  return {
    name: body.name,
    mediaType: body.media_type,
    bytes: content.length,
    modifiedAt: new Date(MOMENT),
    tag: body.id,
    read: (start, end) => webStream(Readable.from([content.subarray(start, end)])),
    close: async () => undefined,
  };
}
