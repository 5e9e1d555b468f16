// The typed client of the HTTP API, for the command line and the console: every route of the table, by its id.

import { AppError } from '#base/app-error.ts';
import type { Language } from '#base/text.ts';
import type { UploadedBody } from '#contract/api/attachment-routes.ts';
import type { Route } from '#contract/api/route.ts';
import {
  ROUTES,
  type RouteAnswer,
  type RouteBody,
  type RouteId,
  type RouteParams,
  type RouteQuery,
} from '#contract/api/routes.ts';
import { clientTexts } from '#contract/texts/api-texts.ts';
import { failureOf, unreachable } from './api-failure.ts';
import { followEvents, type FollowOptions, type FollowedEvent } from './follow-events.ts';
import { isAcceptable } from './tolerant-answer.ts';

export interface ApiClient {
  /**
   * Calls one route. Rejects with what the server said (its code and sentence), `server-unreachable`, or the signal's
   * own reason.
   */
  call<Id extends CallId>(id: Id, ...input: CallInput<Id>): Promise<RouteAnswer<Id>>;
  /**
   * A session's events after `after`, and then as they happen. Comes back by itself where the connection is lost,
   * without a gap and without one twice. Ends with `signal`; rejects where the server refuses.
   */
  subscribe(sessionId: string, options: FollowOptions): AsyncGenerator<FollowedEvent, void>;
  /** Sends one file into a session. Rejects as `call` does. */
  upload(upload: FileUpload): Promise<UploadedBody>;
}

interface FileUpload {
  readonly sessionId: string;
  readonly name: string;
  /** Of a file: read as it is sent. */
  readonly content: Blob;
  readonly signal: AbortSignal;
  /** From 0 to 1, where the client's `sendFile` can tell. */
  readonly onSent?: (share: number) => void;
}

/** As `fetch`, for a body that may be large: a browser's page has a way that tells how far it is. */
export type SendFile = (
  address: URL,
  init: RequestInit,
  onSent: (share: number) => void,
) => Promise<Response>;

/** All whose bodies and answers are JSON. */
type CallId = Exclude<
  RouteId,
  'sessions.events' | 'attachments.upload' | 'attachments.download' | 'files.download'
>;

type ParamsOf<Id extends RouteId> = string extends keyof RouteParams<Id>
  ? unknown
  : { readonly params: RouteParams<Id> };
type QueryOf<Id extends RouteId> = string extends keyof RouteQuery<Id>
  ? unknown
  : Partial<RouteQuery<Id>> extends RouteQuery<Id>
    ? { readonly query?: RouteQuery<Id> }
    : { readonly query: RouteQuery<Id> };
type BodyOf<Id extends RouteId> =
  RouteBody<Id> extends null ? unknown : { readonly body: RouteBody<Id> };
type Given<Id extends RouteId> = ParamsOf<Id> &
  QueryOf<Id> &
  BodyOf<Id> & { readonly signal?: AbortSignal | undefined };
/** Nothing need be given where nothing must be. */
type CallInput<Id extends RouteId> =
  Partial<Given<Id>> extends Given<Id> ? [given?: Given<Id>] : [given: Given<Id>];

export interface ApiClientParts {
  /** `http://127.0.0.1:4700`; in a browser the page's own origin. */
  readonly server: string;
  /** `qiao_…`; a browser has its cookie instead. */
  readonly token?: string | undefined;
  /** Of what the server says. Without it the person's own. */
  readonly language?: Language | undefined;
  readonly fetch?: typeof fetch;
  /** `fetch` where it is left out. An `AppError` of its own is passed on as it is. */
  readonly sendFile?: SendFile;
}

/** What a call gives, whichever route it is of. */
interface AnyGiven {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
  readonly file?: Pick<FileUpload, 'content' | 'onSent'>;
  readonly signal?: AbortSignal | undefined;
}

export function createApiClient(parts: ApiClientParts): ApiClient {
  const { server, fetch: send = fetch } = parts;
  const headers: Readonly<Record<string, string>> = {
    ...(parts.token !== undefined && { Authorization: `Bearer ${parts.token}` }),
    ...(parts.language !== undefined && { 'Accept-Language': parts.language }),
  };

  const sendFile: SendFile = parts.sendFile ?? ((address, init) => send(address, init));

  const request = async (route: Route, given: AnyGiven, accept: string): Promise<Response> => {
    const { file, signal } = given;
    const address = addressOf(server, route, given);
    const init: RequestInit = {
      method: route.method,
      headers: { ...headers, Accept: accept, ...typeOfBody(route) },
      ...(route.body !== null && { body: JSON.stringify(given.body) }),
      ...(file !== undefined && { body: file.content }),
      ...(signal !== undefined && { signal }),
      redirect: 'error',
    };
    let response: Response;
    try {
      response = await (file === undefined
        ? send(address, init)
        : sendFile(address, init, (share) => file.onSent?.(share)));
    } catch (thrown) {
      signal?.throwIfAborted();
      throw thrown instanceof AppError ? thrown : unreachable(server, thrown);
    }
    if (response.ok) return response;
    throw await failureOf(server, response);
  };

  const call = async (id: RouteId, given: AnyGiven = {}): Promise<unknown> => {
    const route: Route = ROUTES[id];
    const response = await request(route, given, 'application/json');
    if (route.answer === null) return null;
    const answer: unknown = await response.json().catch(() => undefined);
    given.signal?.throwIfAborted();
    if (isAcceptable(route.answer, answer)) return answer;
    throw new AppError('server-unreachable', clientTexts.notQiao(server, response.status));
  };

  return {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the answer was held against the same route's schema
    call: call as ApiClient['call'],
    subscribe: (sessionId, options) =>
      followEvents(options, (after, signal) => {
        const given = { params: { session_id: sessionId }, query: { after }, signal };
        return request(ROUTES['sessions.events'], given, 'text/event-stream');
      }),
    async upload({ sessionId, name, content, signal, onSent }) {
      const file = { content, ...(onSent !== undefined && { onSent }) };
      const given = { params: { session_id: sessionId }, query: { name }, file, signal };
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
      return (await call('attachments.upload', given)) as UploadedBody;
    },
  };
}

function typeOfBody({ body, takesFile }: Route): Readonly<Record<string, string>> {
  if (takesFile === true) return { 'Content-Type': 'application/octet-stream' };
  return body === null ? {} : { 'Content-Type': 'application/json' };
}

function addressOf(server: string, route: Route, { params = {}, query = {} }: AnyGiven): URL {
  const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const address = new URL(path, server);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) address.searchParams.set(name, String(value));
  }
  return address;
}
