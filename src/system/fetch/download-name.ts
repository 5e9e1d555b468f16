// What a server calls the file that it sends: by Content-Disposition as servers really write it, else by its address.

/** Not yet safe for a file system; '' where neither tells. */
export function downloadName(disposition: string | undefined, url: URL): string {
  const { extended, plain } = parametersOf(disposition ?? '');
  const named = extendedName(extended) ?? (plain === undefined ? undefined : plainName(plain));
  return lastName(named ?? '') || lastName(nameInPath(url));
}

/** A name, never a path: also where a server of Windows sends one. */
function lastName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  return last.trim();
}

interface Parameters {
  /** RFC 5987: `UTF-8''%E6%8A%A5.csv`. */
  readonly extended: string | undefined;
  readonly plain: string | undefined;
}

/** The parameters in any order; `;` in quotes is a part of the name. */
function parametersOf(disposition: string): Parameters {
  const found = new Map<string, string>();
  const parameter = /;\s*(filename\*?)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]*))/gi;
  // Some servers leave the type out.
  for (const [, name = '', quoted, bare = ''] of `;${disposition}`.matchAll(parameter))
    found.set(name.toLowerCase(), quoted === undefined ? bare.trim() : unescaped(quoted));
  return { extended: found.get('filename*'), plain: found.get('filename') };
}

/** A backslash before anything but a quote or another is a part of a path of Windows. */
function unescaped(quoted: string): string {
  return quoted.replaceAll(/\\(["\\])/g, '$1');
}

function extendedName(value: string | undefined): string | undefined {
  const [, charset = '', encoded = ''] = /^([\w-]*)'[^']*'(.*)$/.exec(value ?? '') ?? [];
  if (encoded === '') return undefined;
  return decoded(percentBytes(Buffer.from(encoded, 'latin1')), charset) || undefined;
}

/** Headers come as Latin-1: what was meant is percent-encoded, an encoded word, or raw UTF-8 or GBK. */
function plainName(value: string): string | undefined {
  const word = /^=\?([\w-]+)\?([bq])\?([^?]*)\?=$/i.exec(value);
  if (word !== null) return encodedWord(word[1] ?? '', word[2] ?? '', word[3] ?? '') || undefined;
  const raw = Buffer.from(value, 'latin1');
  const isEncoded = /%[0-9a-f]{2}/i.test(value);
  const bytes = isEncoded ? percentBytes(raw) : raw;
  // A percent sign may be one: then what it seems to encode is no text.
  return decoded(bytes, '') || decoded(raw, '') || undefined;
}

/** RFC 2047, which mail has and some servers use. */
function encodedWord(charset: string, encoding: string, text: string): string {
  if (encoding.toLowerCase() === 'b') return decoded(Buffer.from(text, 'base64'), charset);
  const quoted = text.replaceAll('_', ' ').replaceAll(/=([0-9a-f]{2})/gi, '%$1');
  return decoded(percentBytes(Buffer.from(quoted, 'latin1')), charset);
}

function nameInPath({ pathname }: URL): string {
  const last = pathname.split('/').at(-1) ?? '';
  const bytes = percentBytes(Buffer.from(last, 'latin1'));
  return decoded(bytes, '') || last;
}

function percentBytes(text: Buffer): Buffer {
  const parts = text.toString('latin1').split(/%([0-9a-f]{2})/i);
  return Buffer.concat(parts.map((part, at) => Buffer.from(part, at % 2 === 0 ? 'latin1' : 'hex')));
}

/** By its own charset, else as UTF-8, else as the Chinese that stands where UTF-8 does not; '' where it is none. */
function decoded(bytes: Buffer, charset: string): string {
  for (const label of [charset, 'utf-8', 'gb18030']) {
    try {
      if (label !== '') return new TextDecoder(label, { fatal: true }).decode(bytes);
    } catch {
      // Not in this one, or no charset that there is.
    }
  }
  return '';
}
