// What PostgreSQL keeps of a password: made here, so that the password itself is in no statement and no server log.

import { createHash, createHmac, hkdfSync, pbkdf2Sync, randomBytes } from 'node:crypto';

const ITERATIONS = 4096;

/** The password of a team's role: the same wherever the key is the same. */
export function rolePassword(key: Uint8Array, role: string): string {
  const bytes = hkdfSync('sha256', key, role, 'qiao skill database', 32);
  return Buffer.from(bytes).toString('base64url');
}

/** `SCRAM-SHA-256$…` (RFC 5803), which PostgreSQL stores as it is. */
export function scramVerifier(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256');
  const hmac = (text: string) => createHmac('sha256', salted).update(text).digest();
  const storedKey = createHash('sha256').update(hmac('Client Key')).digest('base64');
  const serverKey = hmac('Server Key').toString('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}
