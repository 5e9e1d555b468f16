// What can be seen of a file on the page, by what it holds.

import type { Artifact } from '../state/turn-state.ts';

/** `frame`: markup in a sandbox. Pictures have a way of their own. */
export type PreviewKind = 'audio' | 'video' | 'pdf' | 'frame' | 'table' | 'text';

/** The types that the server's own preview reads; for some it goes by the name. */
const TABLES = new Set([
  'text/csv',
  'text/tab-separated-values',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
]);
const TEXTS = new Set(['text/plain', 'text/markdown', 'application/json']);
const CODE = /\.(?:txt|log|py|js|ts|mjs|sh|ya?ml|xml|srt|sql|ini|toml|css)$/i;

/** One that the server keeps as it was delivered. */
export type DeliveredArtifact = Artifact & { readonly id: string };

export interface PreviewedArtifact {
  readonly artifact: DeliveredArtifact;
  readonly kind: PreviewKind;
}

export function isDelivered(artifact: Artifact): artifact is DeliveredArtifact {
  return artifact.id !== undefined && artifact.state === 'kept';
}

/** Undefined where there is nothing to see but that it is there. */
export function previewKindOf(artifact: DeliveredArtifact): PreviewKind | undefined {
  const { mediaType, name, bytes } = artifact;
  if (bytes === 0) return undefined;
  if (mediaType.startsWith('audio/')) return 'audio';
  if (mediaType.startsWith('video/')) return 'video';
  if (mediaType === 'application/pdf') return 'pdf';
  if (mediaType === 'text/html') return 'frame';
  if (TABLES.has(mediaType)) return 'table';
  return TEXTS.has(mediaType) || CODE.test(name) ? 'text' : undefined;
}

/** Where it is as it was delivered: to be saved, and to be shown. */
export function addressesOf(
  { id, url, state }: Artifact,
  sessionId: string,
): { readonly saved: string | undefined; readonly shown: string | undefined } {
  if (state === 'failed') return { saved: undefined, shown: undefined };
  if (id !== undefined) return deliveredAt(id);
  // A file of another place can't be fetched from here.
  if (!url.startsWith(WORKSPACE)) return { saved: undefined, shown: undefined };
  const path = url.slice(WORKSPACE.length);
  const saved = `/api/sessions/${encodeURIComponent(sessionId)}/files/${path}`;
  return { saved, shown: saved };
}

export function deliveredAt(id: string): { readonly saved: string; readonly shown: string } {
  const saved = `/api/artifacts/${encodeURIComponent(id)}`;
  return { saved, shown: `${saved}?inline=1` };
}

const WORKSPACE = 'workspace:';
