// How far a skill says it is, in one line.

/** `fraction` from 0 to 1, or null where unknown. */
export function progressLine(fraction: number | null, text: string): string {
  const share = fraction === null ? '…' : `${Math.round(fraction * 100)} %`;
  return `${share} ${text}`;
}
