// How passwords are stored and compared: argon2id.

import { hash, verify } from '@node-rs/argon2';
import { AppError } from '#base/app-error.ts';
import { PASSWORD_CHARACTERS_LEAST } from '#contract/password-length.ts';
import { accountTexts } from '#contract/texts/account-texts.ts';
import { createHashPlaces } from './hash-places.ts';

const PASSWORD_BYTES_MOST = 1024;

/** Half of Node's four threads. Who waits longest waits some four seconds. */
const places = createHashPlaces({ atOnce: 2, waiting: 200 });

/** Of a password that nobody has, in the cost of all others: comparing with it takes the time of a real one. */
let nobodysHash: Promise<string> | undefined;

/** Throws `request-invalid` for one that is too short or too long; as `isPassword`, `too-many-requests` in a flood. */
export async function passwordHash(password: string): Promise<string> {
  if (Buffer.byteLength(password) > PASSWORD_BYTES_MOST) {
    throw new AppError('request-invalid', accountTexts.passwordTooLong(PASSWORD_BYTES_MOST));
  }
  const text = canonical(password);
  if (Array.from(text).length < PASSWORD_CHARACTERS_LEAST) {
    throw new AppError('request-invalid', accountTexts.passwordTooShort(PASSWORD_CHARACTERS_LEAST));
  }
  return places.use(() => hash(text));
}

/** False also where there is no hash, in the same time. */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const isFit = Buffer.byteLength(password) <= PASSWORD_BYTES_MOST;
  nobodysHash ??= hash('');
  const known = stored ?? (await nobodysHash);
  const isSame = await places.use(() => verify(known, isFit ? canonical(password) : ''));
  return isSame && isFit && stored !== null;
}

/** Keyboards write the same character in different ways. */
function canonical(password: string): string {
  return password.normalize('NFKC');
}
