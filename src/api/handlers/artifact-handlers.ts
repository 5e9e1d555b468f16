// Handlers: files that skills delivered.

import { fileResponse } from '../file-response.ts';
import type { HttpAppParts } from '../http-app-parts.ts';
import type { Handlers } from '../route-call.ts';

type Ids = Extract<keyof Handlers, `artifacts.${string}` | `links.${string}`>;

export function artifactHandlers({ artifacts }: Pick<HttpAppParts, 'artifacts'>): Handlers<Ids> {
  return {
    'artifacts.download': async ({ caller, params, query, conditions }) =>
      fileResponse(await artifacts.open(caller, params.artifact_id), {
        ...conditions,
        isInline: query.inline === '1',
      }),
    'artifacts.preview': async ({ caller, params, language, signal }) =>
      artifacts.preview(caller, params.artifact_id, { language: await language(), signal }),
    'links.download': async ({ params, query, conditions }) =>
      fileResponse(await artifacts.openLinked(params.token), {
        ...conditions,
        isInline: query.inline === '1',
      }),
  };
}
