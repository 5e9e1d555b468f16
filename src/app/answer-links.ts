// How answers name their files to people who may not be signed in: by signed links.

import type { ArtifactLinks } from '#features/artifacts/index.ts';
import type { Channels } from '#features/channels/index.ts';
import type { ConversationsParts, MadeArtifact } from '#features/conversations/index.ts';
import { workspaceUrlOf } from '#features/dialog/index.ts';

export interface AnswerLinks {
  /** Of an answer that is about to be put into a channel's words. */
  remember(sessionId: string, files: readonly MadeArtifact[]): void;
  /** Of a file of such an answer; `path` is in the workspace. */
  linkOf(file: { readonly sessionId: string; readonly path: string }): string;
}

/** Channels name a file by its place in the session. */
const MOST = 10_000;

export function createAnswerLinks(links: ArtifactLinks, serverUrl: string): AnswerLinks {
  const known = new Map<string, string>();
  return {
    remember(sessionId, files) {
      if (known.size > MOST) known.clear();
      for (const { id, path } of files) known.set(placeOf(sessionId, path), id);
    },
    linkOf({ sessionId, path }) {
      const artifactId = known.get(placeOf(sessionId, path)) ?? '';
      return `${serverUrl}/f/${links.tokenFor({ artifactId, sessionId })}`;
    },
  };
}

/** What answers are to their channels, whose words name files by `links`. */
export function linkedAnswers(
  channels: Pick<Channels, 'encode'>,
  links: AnswerLinks,
): NonNullable<ConversationsParts['answers']> {
  return {
    encode(answer) {
      links.remember(answer.sessionId, answer.files);
      return channels.encode(answer);
    },
    artifactUrl: workspaceUrlOf,
  };
}

function placeOf(sessionId: string, path: string): string {
  return `${sessionId}\n${path}`;
}
