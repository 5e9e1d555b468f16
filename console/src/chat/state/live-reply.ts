// The reply while it is being written, put together as the server will when it is done.

import type { TurnState } from './turn-state.ts';

/** DSP-01, DSP-03: the blocks behind the text, none twice; where one asks to stand alone, the text gives way. */
export function liveReply({ said, blocks }: Pick<TurnState, 'said' | 'blocks'>): string {
  if (blocks.length === 0) return said;
  const told = blocks
    .map(({ markdown, only }) => ({ markdown: withoutBlankEnds(markdown), only }))
    .filter(({ markdown }) => markdown !== '');
  const shown = [...new Set(told.map(({ markdown }) => markdown))];
  if (told.some(({ only }) => only)) return shown.join('\n\n');
  const added = shown.filter((markdown) => !said.includes(markdown));
  return [said.trimEnd(), ...added].filter((part) => part !== '').join('\n\n');
}

/** Keeps the first line's indent, which Markdown reads. */
function withoutBlankEnds(markdown: string): string {
  return markdown.replace(/^(?:[^\S\n]*\n)+/, '').trimEnd();
}
