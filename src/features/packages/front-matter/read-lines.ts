// The last resort for front matter: line by line, `key: value` (PKG-02).

const LINE = /^\s*(?:#+ *|- +)?["']?([\p{L}_$][\p{L}\p{N}_$.-]*)["']?\s*[:：]\s*(.*)$/u;

/** Top-level pairs only, the first of each key; nested blocks and lists are lost. */
export function readLines(block: string): ReadonlyMap<string, unknown> {
  const fields = new Map<string, unknown>();
  for (const line of block.split('\n')) {
    if (/^\s/.test(line) && fields.size > 0) continue;
    const [, key = '', value = ''] = LINE.exec(line) ?? [];
    if (key !== '' && !fields.has(key)) fields.set(key, unquote(value.trim()));
  }
  return fields;
}

/** Headings that stand where keys should (`## name: x`): YAML takes them for comments. */
export function readHeadings(block: string): ReadonlyMap<string, string> {
  const found = [...block.matchAll(/^#+[ \t]*(name|description)[ \t]*:[ \t]*(\S.*)$/gim)];
  return new Map(found.map(([, key = '', value = '']) => [key.toLowerCase(), value.trim()]));
}

function unquote(value: string): string {
  const quoted = /^(["'])(.*)\1$/s.exec(value);
  return quoted?.[2] ?? value;
}
