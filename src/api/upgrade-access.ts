// Who may open a WebSocket: the same allow-lists and proofs as for every other request.

import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Language } from '#base/text.ts';
import type { Access, Caller } from '#features/accounts/index.ts';
import { createFrontDoor, knockOf } from './front-door.ts';
import { requestLanguage } from './request-language.ts';
import { createSessionCookie } from './session-cookie.ts';

export interface UpgradeAccess {
  /** Host and Origin together. */
  isAllowedOrigin(request: IncomingMessage): boolean;
  authenticate(request: IncomingMessage): Promise<Caller | undefined>;
  languageOf(headers: IncomingHttpHeaders): Language;
}

export function createUpgradeAccess(parts: {
  readonly access: Access;
  readonly publicUrl?: string | undefined;
  readonly language: Language;
}): UpgradeAccess {
  const door = createFrontDoor(parts.publicUrl);
  const cookie = createSessionCookie(parts.publicUrl?.startsWith('https:') === true);
  return {
    isAllowedOrigin(request) {
      try {
        door.checkUpgrade(knockOf(request, cookie.isOnlyProof(request.headers)));
        return true;
      } catch {
        return false;
      }
    },
    async authenticate({ headers }) {
      const proof = cookie.proofOf(headers);
      return typeof proof === 'string' ? undefined : parts.access.authenticate(proof);
    },
    languageOf: (headers) => requestLanguage(headers['accept-language']) ?? parts.language,
  };
}
