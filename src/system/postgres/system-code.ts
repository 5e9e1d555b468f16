// The system's name for what failed.

/** `EACCES`, say; `UNKNOWN` where the system gave none. */
export function systemCode(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown ? String(thrown.code) : 'UNKNOWN';
}
