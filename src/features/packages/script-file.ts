// Finds the program of a script skill that names no command (CLI-10).

/** `scripts/main.*`, `scripts/run.*`, `scripts/<name>.*`, or the only file directly in `scripts/`. */
export function findScript(files: readonly string[], name: string): string | undefined {
  const scripts = files.filter((file) => /^scripts\/[^/]+$/.test(file));
  for (const stem of ['main', 'run', name]) {
    const found = scripts.find((file) => file.startsWith(`scripts/${stem}.`));
    if (found !== undefined) return found;
  }
  return scripts.length === 1 ? scripts[0] : undefined;
}
