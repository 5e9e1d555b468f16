// Cuts text without breaking a character in two.

/** The first `limit` UTF-16 units of `text`, one fewer where the cut would split a surrogate pair. */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const last = text.charCodeAt(limit - 1);
  const splitsPair = last >= 0xd8_00 && last <= 0xdb_ff;
  return text.slice(0, splitsPair ? limit - 1 : limit);
}

/** The last `limit` UTF-16 units of `text`, one fewer where the cut would split a surrogate pair. */
export function cutTextStart(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const start = text.length - limit;
  const first = text.charCodeAt(start);
  const splitsPair = first >= 0xdc_00 && first <= 0xdf_ff;
  return text.slice(splitsPair ? start + 1 : start);
}
