// How tokens, cookies and links are stored. They are 256 random bits, so that a fast hash is enough.

import { createHash } from 'node:crypto';

/** What a program's token begins with: to be recognised where it leaks. */
export const TOKEN_PREFIX = 'qiao_';

const SECRET = /^[\w-]{43}$/;

export function secretHash(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** Whether it has the shape of one at all: spares the database what nobody was ever given. */
export function isSecret(text: string): boolean {
  return SECRET.test(text);
}
