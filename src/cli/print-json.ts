// JSON for programs: one line, or indented where a person reads it.

/** One line. Control characters that JSON leaves as they are become escapes, so that no terminal obeys them. */
export function jsonLine(value: unknown): string {
  return escaped(JSON.stringify(value));
}

/** Indented on a terminal. */
export function jsonText(value: unknown): string {
  return escaped(JSON.stringify(value, null, process.stdout.isTTY ? 2 : 0));
}

function escaped(json: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is escaped
  return json.replaceAll(/[\u007F-\u009F]/g, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `\\u${code.toString(16).padStart(4, '0')}`;
  });
}
