// A reply as a channel takes it: what a person reads there, and the messages that it is sent in.

import type { Language } from '#base/text.ts';
import { channelTexts } from '#contract/texts/channel-texts.ts';
import type { ChannelCaps } from './channel-adapter.ts';
import type { FilesBody, MediaKind, MessageBody, SentFile } from './message-body.ts';
import { splitText } from './split-text.ts';

export interface Reply {
  /** Markdown. */
  readonly text: string;
  readonly files: readonly ReplyFile[];
  readonly language: Language;
}

export interface ReplyFile extends SentFile {
  readonly kind: MediaKind;
}

export interface EncodedReply {
  /** All text of it. */
  readonly text: string;
  /** In the order in which they are sent. */
  readonly messages: readonly MessageBody[];
}

/** Text first, then files by their kinds; a file that the channel does not take is a link at the text's end. */
export async function encodeReply(reply: Reply, caps: ChannelCaps): Promise<EncodedReply> {
  const taken = reply.files.filter((file) => isTaken(file, caps));
  const links = reply.files
    .filter((file) => !isTaken(file, caps))
    .map((file) => linkLine(file, { reply, caps }));
  const said = caps.isMarkdown ? reply.text : await asPlainText(reply.text);
  const text = [said.trimEnd(), links.join('\n')].filter((each) => each.trim() !== '').join('\n\n');
  const texts = splitText(text, { limit: caps.text, isMarkdown: caps.isMarkdown });
  return {
    text,
    messages: [
      ...texts.map((part) => ({ kind: 'text' as const, text: part })),
      ...filesOf(taken, caps),
    ],
  };
}

/** Loaded with the first text that needs it: who has no such channel pays nothing at the start. */
async function asPlainText(markdown: string): Promise<string> {
  const { plainText } = await import('./plain-text.ts');
  return plainText(markdown);
}

function isTaken({ kind, bytes }: ReplyFile, { media }: ChannelCaps): boolean {
  const limit = media[kind];
  return limit !== undefined && bytes <= limit.mostBytes;
}

function linkLine(
  { name, url }: ReplyFile,
  { reply, caps }: { readonly reply: Reply; readonly caps: ChannelCaps },
): string {
  if (!caps.isMarkdown) return channelTexts.fileLink(name, url)[reply.language];
  return `[${name.replaceAll(/[\\[\]]/g, String.raw`\$&`)}](<${url}>)`;
}

/** In the order in which each kind comes first. */
function filesOf(files: readonly ReplyFile[], { media }: ChannelCaps): readonly FilesBody[] {
  return [...Map.groupBy(files, ({ kind }) => kind)].flatMap(([kind, ofKind]) => {
    const perMessage = media[kind]?.perMessage ?? 1;
    return chunks(ofKind.map(sentFile), perMessage).map((chunk) => ({ kind, files: chunk }));
  });
}

function sentFile({ kind: _kind, ...file }: ReplyFile): SentFile {
  return file;
}

function chunks<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
