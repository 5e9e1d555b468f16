// Makes the name of an uploaded file safe for every file system, and keeps of it what can be kept.

/** With room for a number and a temporary ending below the 255 bytes that file systems take. */
const MOST_BYTES = 200;
const MOST_ENDING_BYTES = 20;
const NAMELESS = 'file';

/** Separators, what Windows refuses, control and format characters (a right-to-left override hides an ending), lone surrogates. */
const UNSAFE = /[/\\:*?"<>|\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u{fffd}]/gu;
/** Devices of Windows, with whatever ending. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)(?=\.|$)/i;

/** In Unicode NFC, at most 200 bytes of UTF-8, without a path, never hidden, never blank. */
export function safeFileName(given: string): string {
  const last = given.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  // Emoji are joined by a format character that says something.
  const kept = last.replaceAll(UNSAFE, (character) => (character === '\u{200d}' ? character : '_'));
  // Windows takes no dot or space at the end; a dot at the start hides a file.
  const bare = kept.replace(/^[\s.]+/, '').replace(/[\s.]+$/, '');
  const named = bare === '' ? NAMELESS : bare;
  return withinBytes(named.replace(DEVICE, '_$1'));
}

/** `report (2).csv`. */
export function numberedFileName(name: string, number: number): string {
  const { stem, ending } = dividedName(name);
  return number === 1 ? name : `${stem} (${number})${ending}`;
}

function withinBytes(name: string): string {
  if (Buffer.byteLength(name) <= MOST_BYTES) return name;
  const { stem, ending } = dividedName(name);
  return `${cutBytes(stem, MOST_BYTES - Buffer.byteLength(ending))}${ending}`;
}

/** What is too long to be an ending is none. */
function dividedName(name: string): { readonly stem: string; readonly ending: string } {
  const dot = name.lastIndexOf('.');
  const ending = dot <= 0 ? '' : name.slice(dot);
  return Buffer.byteLength(ending) > MOST_ENDING_BYTES
    ? { stem: name, ending: '' }
    : { stem: name.slice(0, name.length - ending.length), ending };
}

/** Between two characters as people see them. */
function cutBytes(text: string, most: number): string {
  let cut = '';
  let bytes = 0;
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(
    text,
  )) {
    bytes += Buffer.byteLength(segment);
    if (bytes > most) break;
    cut += segment;
  }
  return cut.trimEnd();
}
