// Whether the server may listen where the settings say.

import { once } from 'node:events';
import { createServer } from 'node:net';
import { AppError } from '#base/app-error.ts';
import { serverTexts } from '#contract/texts/server-texts.ts';
import type { Settings } from '#system/settings.ts';

type Place = Pick<Settings, 'host' | 'port'>;

/** Throws `settings-invalid` with what to do where it may not just now. */
export async function checkListening(place: Place): Promise<void> {
  const server = createServer();
  try {
    server.listen(place.port, place.host);
    await once(server, 'listening');
  } catch (cause) {
    throw cannotListen(cause, place);
  }
  server.close();
  await once(server, 'close');
}

/** From Node's own error to a sentence. */
export function cannotListen(cause: unknown, { host, port }: Place): unknown {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const text = serverTexts.cannotListen(host, port, code);
  return text === undefined ? cause : new AppError('settings-invalid', text, { cause });
}
