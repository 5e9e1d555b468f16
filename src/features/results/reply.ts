// DSP-01, DSP-03: the reply that a person reads, from the model's text and the blocks that skills show directly.

import type { JsonObject } from '#base/json.ts';

export interface DisplayBlock {
  readonly markdown: string;
  /** `display_only`: the model's text gives way to the blocks. */
  readonly only: boolean;
}

export interface ReplyParts {
  /** The model's text. */
  readonly text: string;
  /** In call order. */
  readonly blocks: readonly DisplayBlock[];
  /** The session's channel is `web` or `web_admin`. */
  readonly isRichChannel: boolean;
  /** The platform's own paragraphs, which every channel gets after all else. */
  readonly notices?: readonly string[];
}

/** The block that a result asks to show, failed or not; undefined where `display_md` is no text. */
export function displayBlockOf(envelope: JsonObject): DisplayBlock | undefined {
  const markdown = envelope['display_md'];
  if (typeof markdown !== 'string' || markdown.trim() === '') return undefined;
  return { markdown, only: envelope['display_only'] === true };
}

/** On text channels the text without blocks: there the model retells them (DSP-02). */
export function composeReply({ notices = [], ...said }: ReplyParts): string {
  const reply = said.isRichChannel ? withBlocks(said) : said.text;
  if (notices.length === 0) return reply;
  return [reply.trimEnd(), ...notices].filter(Boolean).join('\n\n');
}

function withBlocks({ text, blocks }: Pick<ReplyParts, 'text' | 'blocks'>): string {
  const told = blocks
    .map(({ markdown, only }) => ({ markdown: withoutBlankEnds(markdown), only }))
    .filter(({ markdown }) => markdown !== '');
  const shown = [...new Set(told.map(({ markdown }) => markdown))];
  if (told.some(({ only }) => only)) return shown.join('\n\n');
  const added = shown.filter((markdown) => !text.includes(markdown));
  return added.length === 0 ? text : [text.trimEnd(), ...added].filter(Boolean).join('\n\n');
}

/** Keeps the first line's indent, which Markdown reads. */
function withoutBlankEnds(markdown: string): string {
  return markdown.replace(/^(?:[^\S\n]*\n)+/, '').trimEnd();
}
