// The server that this page came from.

import type { Language } from '#base/text.ts';
import { createApiClient, type ApiClient } from '#client/api-client.ts';

/** Signed in by the browser's cookie; `language` is the one that the server's sentences come in. */
export function serverIn(language: Language): ApiClient {
  return createApiClient({ server: window.location.origin, language });
}
