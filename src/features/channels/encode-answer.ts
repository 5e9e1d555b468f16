// An answer on its way out: what a person reads of it, and what the outbox stores with the turn's end.

import { createHash } from 'node:crypto';
import type { JsonObject } from '#base/json.ts';
import type { Language } from '#base/text.ts';
import type { Channel, ChannelAdapter } from './channel-adapter.ts';
import { encodeReply } from './encode-reply.ts';
import type { MediaKind, SentFile } from './message-body.ts';

export interface Answer {
  readonly turnId: string;
  readonly sessionId: string;
  readonly channel: string;
  readonly language: Language;
  /** Markdown. */
  readonly text: string;
  /** What skills made in the turn. */
  readonly files: readonly AnswerFile[];
  /** The platform's own word on something that a person told it to do. */
  readonly isCommand: boolean;
}

interface AnswerFile {
  readonly name: string;
  /** In the session's workspace, with `/` between the names. */
  readonly path: string;
  readonly kind: MediaKind;
  readonly bytes: number;
}

export interface EncodedAnswer {
  /** As a person on that channel gets it. */
  readonly text: string;
  /** For `platform.put_delivery`; undefined where there is nothing to send. */
  readonly delivery: JsonObject | undefined;
}

/** Where a person can have a file of a session. */
export type FileLink = (file: { readonly sessionId: string; readonly path: string }) => string;

export interface EncodingParts {
  readonly channels: readonly Channel[];
  readonly fileLink: FileLink;
}

/** On a channel that nothing is sent to the text stays as it is. */
export async function encodeAnswer(
  { channels, fileLink }: EncodingParts,
  answer: Answer,
): Promise<EncodedAnswer> {
  const channel = channels.find(({ kind }) => kind === answer.channel);
  if (channel?.way !== 'send') return { text: answer.text, delivery: undefined };
  return encodeFor(channel, answer, fileLink);
}

async function encodeFor(
  { kind, caps }: ChannelAdapter,
  answer: Answer,
  fileLink: FileLink,
): Promise<EncodedAnswer> {
  const { sessionId, language, turnId } = answer;
  const files = answer.files.map((file) => ({
    ...file,
    url: fileLink({ sessionId, path: file.path }),
  }));
  const { text, messages } = await encodeReply({ text: answer.text, files, language }, caps);
  if (messages.length === 0) return { text, delivery: undefined };
  const target = sessionId;
  const parts = messages.map((message, index) => ({
    index,
    key: nameOf(turnId, kind, target, String(index)),
    body:
      message.kind === 'text' ? { ...message } : { ...message, files: message.files.map(asJson) },
  }));
  const id = nameOf(turnId, kind, target);
  return {
    text,
    delivery: { id, channel: kind, target, language, is_command: answer.isCommand, parts },
  };
}

function asJson(file: SentFile): JsonObject {
  return { ...file };
}

/** The same whenever it is made: of 43 characters, which platforms take for a key. */
function nameOf(...of: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(of)).digest('base64url');
}
