// What one message of a channel holds: text, or files of one kind.

export type MediaKind = 'image' | 'video' | 'audio' | 'file';

export type MessageBody = TextBody | FilesBody;

interface TextBody {
  readonly kind: 'text';
  readonly text: string;
}

export interface FilesBody {
  readonly kind: MediaKind;
  /** Of that kind, as many as the channel takes in one message. */
  readonly files: readonly SentFile[];
}

export interface SentFile {
  readonly name: string;
  /** In the session's workspace, with `/` between the names. */
  readonly path: string;
  readonly bytes: number;
  /** Where a person can have it. */
  readonly url: string;
}
