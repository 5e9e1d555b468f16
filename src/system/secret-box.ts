// Encrypts what must not be read at rest (CFG-03): AES-256-GCM, bound to the place where the value stands.

import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { AppError } from '#base/app-error.ts';
import { sameText, type Text } from '#base/text.ts';
import { secretTexts } from '#contract/texts/configuration-texts.ts';

/** One key, derived from a master secret (`secret-key.ts`). */
export interface SecretKey {
  /** Says which key it is and nothing of what it is. */
  readonly id: string;
  /** 32 bytes. */
  readonly material: Buffer;
}

export interface SecretKeyring {
  /** The one that new values are sealed with. */
  current(): SecretKey;
  /** Any that is still known, earlier ones too. */
  find(id: string): SecretKey | undefined;
}

/** Where a value stands, from the widest part to the narrowest: table, organisation, …, name. */
export type SecretPlace = readonly string[];

export interface SecretBox {
  /**
   * `v1.<key id>.<nonce>.<ciphertext and tag>`, with the current key or the one of `keyId`. Opens at `place` and
   * nowhere else. Throws `secret-unreadable` where there is no such key.
   */
  seal(place: SecretPlace, plain: string, keyId?: string): string;
  /** Throws `secret-unreadable`, naming the place and never the value, where it was altered, moved or its key is gone. */
  open(place: SecretPlace, sealed: string): string;
}

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const SEALED = /^v1\.([0-9a-f]{16})\.([\w-]{16})\.([\w-]{22,})$/;

export function createSecretBox(keys: SecretKeyring): SecretBox {
  return {
    seal(place, plain, keyId) {
      const key = keyId === undefined ? keys.current() : keys.find(keyId);
      if (key === undefined) throw cannotSeal(place, keyId ?? '');
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key.material, nonce);
      cipher.setAAD(boundTo(place, key.id));
      const bytes = [cipher.update(plain, 'utf8'), cipher.final()];
      const content = Buffer.concat([...bytes, cipher.getAuthTag()]).toString('base64url');
      return `v1.${key.id}.${nonce.toString('base64url')}.${content}`;
    },
    open(place, sealed) {
      const [, keyId = '', nonce = '', content = ''] = SEALED.exec(sealed) ?? [];
      if (content === '') throw altered(place);
      const key = keys.find(keyId);
      if (key === undefined) throw unknownKey(place, keyId);
      const bytes = Buffer.from(content, 'base64url');
      const decipher = createDecipheriv(CIPHER, key.material, Buffer.from(nonce, 'base64url'), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(boundTo(place, key.id));
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      try {
        const plain = [decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()];
        return Buffer.concat(plain).toString('utf8');
      } catch (cause) {
        throw altered(place, cause);
      }
    },
  };
}

/** JSON, so that no two places give the same bytes. */
function boundTo(place: SecretPlace, keyId: string): Buffer {
  return Buffer.from(JSON.stringify(['v1', keyId, ...place]), 'utf8');
}

function cannotSeal(place: SecretPlace, keyId: string): AppError {
  const text = secretTexts.cannotSeal(placeInWords(place), keyId);
  return new AppError('secret-unreadable', text, { details: { place, keyId } });
}

function unknownKey(place: SecretPlace, keyId: string): AppError {
  const text = secretTexts.unknownKey(placeInWords(place), keyId);
  return new AppError('secret-unreadable', text, { details: { place, keyId } });
}

function altered(place: SecretPlace, cause?: unknown): AppError {
  const text = secretTexts.altered(placeInWords(place));
  return new AppError('secret-unreadable', text, { cause, details: { place } });
}

/** For whoever meets the failure, a chatting person too: the whole place is in its details alone. */
function placeInWords(place: SecretPlace): Text {
  const [table = '', ...path] = place;
  const name = path.at(-1) ?? '';
  switch (table) {
    case 'configurations':
      return secretTexts.skillSecret(path.at(-2) ?? '', name);
    case 'provider_settings':
      return secretTexts.providerKey(path.at(-2) ?? '');
    case 'instance_secrets':
      return secretTexts.ownSecret();
    case 'secret_canary':
      return secretTexts.keyProof();
    default:
      return sameText(place.join(' / '));
  }
}
