// How long a provider asks to be left alone.

/** Milliseconds from `retry-after-ms`, or from `retry-after` in seconds or as a date; never negative. */
export function retryAfterMs(
  headers: Readonly<Record<string, string>>,
  now: Date,
): number | undefined {
  const precise = numberOf(headers['retry-after-ms']);
  if (precise !== undefined) return precise;
  const given = headers['retry-after'];
  const seconds = numberOf(given);
  if (seconds !== undefined) return seconds * 1000;
  const date = Date.parse(given ?? '');
  return Number.isNaN(date) ? undefined : Math.max(0, date - now.getTime());
}

function numberOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\s*\d+(\.\d+)?\s*$/.test(text) ? Number(text) : undefined;
}
