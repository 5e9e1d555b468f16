// JSON from outside, read strictly: what two programs could read differently is refused.

import { AppError } from '#base/app-error.ts';
import { apiTexts } from '#contract/texts/api-texts.ts';

const DEEPEST = 64;

/** Throws `request-invalid` for what is no JSON, is nested too deep, names a key twice, or holds NUL or half characters. */
export function parseStrictJson(text: string): unknown {
  checkStrings(text);
  try {
    return JSON.parse(text);
  } catch (error) {
    // The parser's message repeats what was sent, a password say.
    throw new AppError('request-invalid', apiTexts.bodyNotJson(), { cause: error });
  }
}

interface Level {
  /** The keys so far; undefined in a list. */
  readonly keys: Set<string> | undefined;
  isAtKey: boolean;
}

/** One pass over the text. It takes broken JSON as it comes: the parser refuses that afterwards. */
function checkStrings(text: string): void {
  const levels: Level[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const level = levels.at(-1);
    switch (text[at]) {
      case '{':
        levels.push({ keys: new Set(), isAtKey: true });
        break;
      case '[':
        levels.push({ keys: undefined, isAtKey: false });
        break;
      case '}':
      case ']':
        levels.pop();
        break;
      case ',':
        if (level !== undefined) level.isAtKey = level.keys !== undefined;
        break;
      case '"': {
        const end = endOfString(text, at);
        checkString(text.slice(at, end + 1), level);
        at = end;
        break;
      }
      default:
    }
    if (levels.length > DEEPEST) {
      throw new AppError('request-invalid', apiTexts.bodyTooDeep(DEEPEST));
    }
  }
}

function checkString(quoted: string, level: Level | undefined): void {
  const isKey = level?.keys !== undefined && level.isAtKey;
  if (!isKey && !quoted.includes('\\')) return;
  const value = unquote(quoted);
  if (value.includes('\0') || !value.isWellFormed()) {
    throw new AppError('request-invalid', apiTexts.badCharacters());
  }
  if (!isKey) return;
  if (level.keys.has(value))
    throw new AppError('request-invalid', apiTexts.duplicateKey(value.slice(0, 100)));
  level.keys.add(value);
  level.isAtKey = false;
}

/** The place of the closing quote, or of the last character where there is none. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at;
  }
  return text.length - 1;
}

function unquote(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return '';
  }
}
