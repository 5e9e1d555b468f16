// Reads the beginning of a text whose encoding nobody told: by its mark, as UTF-8, else as the Chinese of older programs.

/** `isWhole` false: the last character may be cut. Undefined for what is no text. */
export function decodeText(bytes: Uint8Array, isWhole: boolean): string | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return decoded(bytes, 'utf-16le', isWhole);
  if (first === 0xfe && second === 0xff) return decoded(bytes, 'utf-16be', isWhole);
  if (bytes.includes(0)) return undefined;
  return (
    decoded(bytes, 'utf-8', isWhole) ??
    decoded(bytes, 'gb18030', isWhole) ??
    decoded(bytes, 'windows-1252', isWhole)
  );
}

function decoded(bytes: Uint8Array, encoding: string, isWhole: boolean): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: !isWhole });
  } catch {
    return undefined;
  }
}
