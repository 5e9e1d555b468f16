// How many tokens a text takes of a model's context, roughly and cheaply.

/** From here on (CJK, kana, Hangul, full-width forms, emoji) a character is about a token of its own. */
const FIRST_WIDE = 0x2e_80;
export const CHARS_PER_TOKEN = 4;

export function estimateText(text: string): number {
  let wide = 0;
  for (let index = 0; index < text.length; index += 1)
    if (text.charCodeAt(index) >= FIRST_WIDE) wide += 1;
  return wide + Math.ceil((text.length - wide) / CHARS_PER_TOKEN);
}
