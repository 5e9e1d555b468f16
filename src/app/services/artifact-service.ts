// Delivered files as the API offers them: to the person whose conversation it is, and to whoever has a signed link.

import { Readable } from 'node:stream';
import { webStream } from '#api/file-response.ts';
import type { ArtifactService, ServedFile } from '#api/services.ts';
import { AppError } from '#base/app-error.ts';
import type { PreviewBody } from '#contract/api/artifact-routes.ts';
import { artifactTexts } from '#contract/texts/artifact-texts.ts';
import { attachmentTexts } from '#contract/texts/attachment-texts.ts';
import type { Caller } from '#features/accounts/index.ts';
import { makePreview, type Preview } from '#features/artifacts/index.ts';
import type { StoredArtifact } from '#features/conversations/index.ts';
import { openWorkspaceFile, workspacePath } from '#features/workspaces/index.ts';
import type { Platform } from '../compose-platform.ts';
import { isOwnSession } from './conversation-service.ts';
import { servedFile } from './served-file.ts';

export function createArtifactService(platform: Platform): ArtifactService {
  return {
    open: async (caller, artifactId) => opened(platform, await own(platform, caller, artifactId)),
    async preview(caller, artifactId, { language, signal }) {
      const artifact = await own(platform, caller, artifactId);
      try {
        return previewBody(await previewOf(platform, artifact, signal));
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'input-invalid') throw error;
        return { kind: 'none', reason: error.text[language] };
      }
    },
    async openLinked(token) {
      const artifact = await linked(platform, token);
      if (artifact === undefined) throw new AppError('link-expired', artifactTexts.linkExpired());
      return opened(platform, artifact);
    },
  };
}

/** Somebody else's is told like one that does not exist. */
async function own(
  platform: Platform,
  caller: Caller,
  artifactId: string,
): Promise<StoredArtifact> {
  const artifact = await platform.conversations.artifacts.get(caller.orgId, artifactId);
  const isOwn = await isOwnSession(platform, caller, artifact.sessionId);
  if (!isOwn || artifact.state !== 'kept')
    throw new AppError('not-found', attachmentTexts.noFile());
  return artifact;
}

/** As long as whoever it was made for could open it with a sign-in. */
async function linked(
  { accounts, conversations, artifactLinks }: Platform,
  token: string,
): Promise<StoredArtifact | undefined> {
  const named = artifactLinks.read(token);
  if (named === undefined) return undefined;
  const artifact = await conversations.artifacts.find(named.artifactId);
  if (artifact?.state !== 'kept' || artifact.sessionId !== named.sessionId) return undefined;
  const { orgId, sessionId } = artifact;
  const session = await conversations.sessions.get(orgId, sessionId);
  if (session === undefined) return undefined;
  const { personId, roleId } = session;
  if (personId === null) return artifact;
  const person = await accounts.access.actAs({ orgId, personId });
  const isOpen = await accounts.roles.isOpenTo({ orgId, roleId, personId });
  return person !== undefined && isOpen ? artifact : undefined;
}

/** As it was when it was delivered; where there is no copy, what lies in the workspace now. */
async function opened(
  { blobs, conversations, instance }: Platform,
  artifact: StoredArtifact,
): Promise<ServedFile> {
  const { name, mediaType, bytes, blob, createdAt, orgId, sessionId, path } = artifact;
  if (blob === null) {
    const session = await conversations.sessions.get(orgId, sessionId);
    const owner = { roleId: session?.roleId ?? '_', sessionId };
    const workspace = workspacePath(instance.settings.workspacesFolder, owner);
    return servedFile(await openWorkspaceFile(workspace, path), name, mediaType);
  }
  // That it is there is seen before the answer begins.
  (await blobs.open(blob, { start: 0, end: 0 })).destroy();
  return {
    name,
    mediaType,
    bytes,
    modifiedAt: createdAt,
    tag: blob,
    read: (start, end) =>
      webStream(
        Readable.from(
          (async function* parts() {
            yield* await blobs.open(blob, { start, end });
          })(),
          { objectMode: false },
        ),
      ),
    close: async () => undefined,
  };
}

async function previewOf(
  platform: Platform,
  artifact: StoredArtifact,
  signal: AbortSignal,
): Promise<Preview | undefined> {
  const { name, mediaType, bytes } = artifact;
  const read = async (most: number): Promise<Uint8Array> => {
    const file = await opened(platform, artifact);
    const chunks: Uint8Array[] = await Array.fromAsync(file.read(0, Math.min(most, file.bytes)));
    return Buffer.concat(chunks);
  };
  return makePreview({ name, mediaType, bytes, read }, signal);
}

function previewBody(preview: Preview | undefined): PreviewBody {
  if (preview === undefined) return { kind: 'none', reason: null };
  if (preview.kind === 'text') {
    const { kind, format, text, isCut } = preview;
    return { kind, format, text, is_cut: isCut };
  }
  const { kind, sheets, rows, hasMoreRows, hasMoreColumns } = preview;
  return {
    kind,
    sheets: [...sheets],
    rows: rows.map((row) => row.slice()),
    has_more_rows: hasMoreRows,
    has_more_columns: hasMoreColumns,
  };
}
