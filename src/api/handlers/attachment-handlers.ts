// Handlers: files that go with what is said, and files that skills made.

import { fileResponse } from '../file-response.ts';
import type { HttpAppParts } from '../http-app-parts.ts';
import type { Handlers } from '../route-call.ts';

type Ids = Extract<keyof Handlers, `attachments.${string}` | `files.${string}`>;

export function attachmentHandlers({
  attachments,
}: Pick<HttpAppParts, 'attachments'>): Handlers<Ids> {
  return {
    'attachments.list': ({ caller, params }) => attachments.list(caller, params.session_id),
    'attachments.upload': async ({ caller, params, file, language }) => {
      const { notes, ...stored } = await attachments.upload(caller, params.session_id, file());
      const wanted = await language();
      const told = notes.map(({ code, text }) => ({ code, message: text[wanted] }));
      return { ...stored, notes: told };
    },
    'attachments.download': async ({ caller, params, conditions }) => {
      const place = { sessionId: params.session_id, attachmentId: params.attachment_id };
      return fileResponse(await attachments.open(caller, place), conditions);
    },
    'attachments.delete': async ({ caller, params }) => {
      const place = { sessionId: params.session_id, attachmentId: params.attachment_id };
      await attachments.remove(caller, place);
      return null;
    },
    'files.download': async ({ caller, params, conditions }) => {
      const place = { sessionId: params.session_id, path: params.path };
      return fileResponse(await attachments.openFile(caller, place), conditions);
    },
  };
}
