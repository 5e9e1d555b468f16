// JSON for programs, indented where a person reads it.

export function jsonText(value: unknown): string {
  return JSON.stringify(value, null, process.stdout.isTTY ? 2 : 0);
}
