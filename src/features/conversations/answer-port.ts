// What an answer is to its session's channel: handed down, since conversations know no channels.

import type { JsonObject } from '#base/json.ts';
import type { Language } from '#base/text.ts';
import type { MadeArtifact } from './artifacts.ts';

/** Whose answer it is. */
export interface AnswerPlace {
  readonly sessionId: string;
  readonly channel: string;
  readonly language: Language;
}

interface Answer extends AnswerPlace {
  readonly turnId: string;
  /** Markdown. */
  readonly text: string;
  /** What skills made in the turn. */
  readonly files: readonly MadeArtifact[];
  /** The platform's own word on something that a person told it to do. */
  readonly isCommand: boolean;
}

interface AnswerOnItsWay {
  /** As a person on that channel gets it. */
  readonly text: string;
  /** For `platform.put_delivery`, with the turn's end; undefined where the session's stream is all there is. */
  readonly delivery: JsonObject | undefined;
}

export interface AnswerPort {
  encode(answer: Answer): Promise<AnswerOnItsWay>;
  /** How an event names a file; `path` is in the workspace. */
  artifactUrl(path: string): string;
}

export const STREAM_ALONE: AnswerPort = {
  encode: async ({ text }) => ({ text, delivery: undefined }),
  artifactUrl: (path) => `workspace:${path}`,
};
