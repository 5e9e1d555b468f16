// Which encoding a text is in, as far as its bytes or somebody's word can tell.

/** A label that `TextDecoder` knows. */
export type Encoding = string;

const BYTE_ORDER_MARKS: readonly (readonly [Encoding, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** The decoder's own name of an encoding; undefined for a label that nobody knows. */
export function knownEncoding(label: string | undefined): Encoding | undefined {
  if (label === undefined) return undefined;
  try {
    const { encoding } = new TextDecoder(label.trim());
    // A superset, which pages that say GBK or GB2312 make use of.
    return encoding === 'gbk' ? 'gb18030' : encoding;
  } catch {
    return undefined;
  }
}

export function markedEncoding(head: Uint8Array): Encoding | undefined {
  return BYTE_ORDER_MARKS.find(([, mark]) => mark.every((byte, at) => head[at] === byte))?.[0];
}

/** By the bytes alone: UTF-8 where they are, else GB18030 where they are. Undefined where it is no text in either. */
export function sniffedEncoding(head: Uint8Array): Encoding | undefined {
  const wide = wideEncoding(head);
  if (wide !== undefined || head.includes(0)) return wide;
  return ['utf-8', 'gb18030'].find((encoding) => isIn(encoding, head));
}

/** UTF-16 without a mark: every other byte of its Latin letters, digits and blanks is zero. */
function wideEncoding(head: Uint8Array): Encoding | undefined {
  const zeros = [0, 0];
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const least = head.length / 20;
  if (odd > least && even * 20 < odd && isPlainIn('utf-16le', head)) return 'utf-16le';
  return even > least && odd * 20 < even && isPlainIn('utf-16be', head) ? 'utf-16be' : undefined;
}

// oxlint-disable-next-line no-control-regex -- these are what no text has
const CONTROL = /[\u0000-\u0008\u000E-\u001F]/;

/** Data that happens to have its zeros there is full of control characters. */
function isPlainIn(encoding: Encoding, head: Uint8Array): boolean {
  return isIn(encoding, head) && !CONTROL.test(new TextDecoder(encoding).decode(head));
}

function isIn(encoding: Encoding, head: Uint8Array): boolean {
  try {
    // The last character may be cut.
    new TextDecoder(encoding, { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}
