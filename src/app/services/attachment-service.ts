// Files of conversations as the API offers them: to the person whose conversation it is, and to nobody else.

import type { IncomingFile } from '#api/incoming-file.ts';
import type { AttachmentService, UploadedFile } from '#api/services.ts';
import { AppError } from '#base/app-error.ts';
import { MOST_PER_TURN, type AttachmentBody } from '#contract/api/attachment-bodies.ts';
import type { UploadLimitsBody } from '#contract/api/attachment-routes.ts';
import { attachmentTexts } from '#contract/texts/attachment-texts.ts';
import { turnTexts } from '#contract/texts/turn-texts.ts';
import type { Room } from '#features/artifacts/index.ts';
import type { Attachment, Session } from '#features/conversations/index.ts';
import {
  fileTooLarge,
  openWorkspace,
  openWorkspaceFile,
  readFileType,
  removeWorkspace,
  removeWorkspaceFile,
  storeAttachment,
  workspacePath,
} from '#features/workspaces/index.ts';
import type { Platform } from '../compose-platform.ts';
import { attachmentNotes } from '../local-attachments.ts';
import { ownSession } from './own-session.ts';
import { servedFile } from './served-file.ts';

/** Uploads of one conversation. */
const MOST_FILES = 500;
/** Uploads of one person that come at once. */
const MOST_AT_ONCE = 8;

export function createAttachmentService(platform: Platform): AttachmentService {
  const { attachments } = platform.conversations;
  const root = platform.instance.settings.workspacesFolder;
  const places = createPlaces();
  const placeOf = ({ roleId, id }: Session): string =>
    workspacePath(root, { roleId, sessionId: id });

  return {
    async list(caller, sessionId) {
      await ownSession(platform, caller, sessionId);
      const items = await attachments.list(caller.orgId, sessionId);
      return { items: items.map(attachmentBody), limits: limitsOf(platform, items) };
    },
    async upload(caller, sessionId, file) {
      const session = await ownSession(platform, caller, sessionId);
      return places.with(caller.personId, () => upload(platform, session, file));
    },
    async remove(caller, { sessionId, attachmentId }) {
      const session = await ownSession(platform, caller, sessionId);
      const { path } = await attachments.get(caller.orgId, sessionId, attachmentId);
      await attachments.remove(caller.orgId, sessionId, attachmentId);
      await removeWorkspaceFile(placeOf(session), path);
    },
    async open(caller, { sessionId, attachmentId }) {
      const session = await ownSession(platform, caller, sessionId);
      const { path, name, mediaType } = await attachments.get(
        caller.orgId,
        sessionId,
        attachmentId,
      );
      const file = await openWorkspaceFile(placeOf(session), path);
      return servedFile(file, name, mediaType);
    },
    async openFile(caller, { sessionId, path }) {
      const session = await ownSession(platform, caller, sessionId);
      const file = await openWorkspaceFile(placeOf(session), path);
      try {
        const { mediaType } = await readFileType(file.handle, file.name, file.bytes);
        return servedFile(file, file.name, mediaType);
      } catch (error) {
        await file.handle.close();
        throw error;
      }
    },
  };
}

/** Nothing is asked for that is too much already. */
async function upload(
  platform: Platform,
  session: Session,
  file: IncomingFile,
): Promise<UploadedFile> {
  const { conversations, instance } = platform;
  const { orgId, id: sessionId, roleId } = session;
  const { uploadBytes, sessionUploadBytes, workspacesFolder } = instance.settings;
  const limits = limitsOf(platform, await conversations.attachments.list(orgId, sessionId));
  refuseTooMuch(limits, file.bytes ?? 0);
  const room = await platform.storage.roomOf({ orgId, roleId });
  room.check(file.bytes ?? 0);
  const workspace = await openWorkspace(workspacesFolder, { roleId, sessionId });
  let path: string | undefined;
  try {
    const stored = await storeAttachment(workspace, {
      name: file.name,
      chunks: counted(file.chunks(), room),
      mostBytes: uploadBytes,
      expectedBytes: file.bytes,
    });
    ({ path } = stored);
    const { name, kind, mediaType, bytes } = stored;
    const kept = await conversations.attachments.add(
      { orgId, sessionId },
      { name, path, kind, mediaType, bytes },
      { mostFiles: MOST_FILES, mostBytes: sessionUploadBytes },
    );
    return { ...attachmentBody(kept), notes: attachmentNotes(stored) };
  } catch (error) {
    if (path !== undefined) await removeWorkspaceFile(workspace, path);
    if ((await conversations.sessions.get(orgId, sessionId)) !== undefined) throw error;
    // The conversation was deleted meanwhile: what was made of its workspace since goes too.
    await removeWorkspace(workspacesFolder, { roleId, sessionId });
    throw new AppError('not-found', turnTexts.noSession());
  }
}

async function* counted(
  chunks: AsyncGenerator<Uint8Array>,
  room: Room,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    room.take(chunk.byteLength);
    yield chunk;
  }
}

function refuseTooMuch(limits: UploadLimitsBody, bytes: number): void {
  if (bytes > limits.most_bytes) throw fileTooLarge(limits.most_bytes);
  if (limits.used_files >= limits.most_files)
    throw new AppError('limit-reached', attachmentTexts.tooManyFiles(limits.most_files));
  if (limits.used_bytes + bytes > limits.session_bytes)
    throw new AppError('limit-reached', attachmentTexts.sessionFull(limits.session_bytes));
}

function limitsOf({ instance }: Platform, kept: readonly Attachment[]): UploadLimitsBody {
  const uploads = kept.filter(({ isMade }) => !isMade);
  return {
    most_bytes: instance.settings.uploadBytes,
    session_bytes: instance.settings.sessionUploadBytes,
    used_bytes: uploads.reduce((sum, { bytes }) => sum + bytes, 0),
    most_files: MOST_FILES,
    used_files: uploads.length,
    most_per_turn: MOST_PER_TURN,
  };
}

/** How many uploads of each person come just now. */
function createPlaces(): {
  with<Result>(personId: string, work: () => Promise<Result>): Promise<Result>;
} {
  const taken = new Map<string, number>();
  return {
    async with(personId, work) {
      const before = taken.get(personId) ?? 0;
      if (before >= MOST_AT_ONCE)
        throw new AppError('too-many-requests', attachmentTexts.tooManyAtOnce(MOST_AT_ONCE));
      taken.set(personId, before + 1);
      try {
        return await work();
      } finally {
        const left = (taken.get(personId) ?? 1) - 1;
        if (left === 0) taken.delete(personId);
        else taken.set(personId, left);
      }
    },
  };
}

function attachmentBody(attachment: Attachment): AttachmentBody {
  const { id, name, kind, mediaType, bytes, path, isMade, createdAt } = attachment;
  return {
    id,
    name,
    kind,
    media_type: mediaType,
    bytes,
    path,
    is_made: isMade,
    created_at: createdAt.toISOString(),
  };
}
