// Names, logins and other words that people give: what they may hold, and when two are the same.

import { AppError } from '#base/app-error.ts';
import { accountTexts } from '#contract/texts/account-texts.ts';

const NAME_MOST = 200;
const LOGIN_MOST = 254;

/** Control characters and halves of surrogate pairs, which neither a screen nor PostgreSQL takes. */
const UNSHOWABLE = /[\p{Cc}\p{Cs}]/u;
/** In a login also what can't be seen: two logins that look alike must be alike. */
const UNFIT_FOR_LOGIN = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u;

/** Equal for two spellings of the same word: composed or not, wide or narrow, upper or lower case. Takes any string. */
export function sameWordKey(text: string): string {
  const storable = text.toWellFormed().replaceAll('\0', '\u{FFFD}');
  // Upper case first: it unites what has several lower cases, such as ß and ss, σ and ς.
  return storable.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');
}

/** Trimmed. Throws `request-invalid` for an empty or overlong one. */
export function checkedName(text: string): string {
  const name = text.normalize('NFC').trim();
  if (name === '' || name.length > NAME_MOST || UNSHOWABLE.test(name)) {
    throw new AppError('request-invalid', accountTexts.nameInvalid(NAME_MOST));
  }
  return name;
}

/** Trimmed. Throws `request-invalid` for an empty or overlong one, and for one with blanks or invisible characters. */
export function checkedLogin(text: string): string {
  const login = text.normalize('NFC').trim();
  if (login === '' || login.length > LOGIN_MOST || UNFIT_FOR_LOGIN.test(login)) {
    throw new AppError('request-invalid', accountTexts.loginInvalid(LOGIN_MOST));
  }
  return login;
}

/** Anything that can be stored, line breaks too. Throws `request-invalid` with the field's name. */
export function checkedText(field: string, text: string, most = 1000): string {
  if (text.length > most || text.includes('\0') || !text.isWellFormed()) {
    throw new AppError('request-invalid', accountTexts.textInvalid(field, most));
  }
  return text;
}
