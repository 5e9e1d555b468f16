// What a handler is given for one request, and the table of all handlers.

import type { Language } from '#base/text.ts';
import type {
  RouteAnswer,
  RouteBody,
  RouteId,
  RouteParams,
  RouteQuery,
  ROUTES,
} from '#contract/api/routes.ts';
import type { Caller, SignInPlace } from '#features/accounts/index.ts';
import type { FileConditions } from './file-response.ts';
import type { IncomingFile } from './incoming-file.ts';

export interface RouteCall<Id extends RouteId> {
  readonly caller: (typeof ROUTES)[Id]['access'] extends 'public' ? undefined : Caller;
  readonly params: RouteParams<Id>;
  readonly query: RouteQuery<Id>;
  readonly body: RouteBody<Id>;
  readonly place: SignInPlace;
  /** What `Last-Event-ID` says, where it is a number. */
  readonly lastEventId: number | undefined;
  /** The body of a route that takes a file. */
  readonly file: () => IncomingFile;
  /** Of a route that gives one. */
  readonly conditions: FileConditions;
  /** How people reach this server: QIAO_PUBLIC_URL, else the address that the caller used. */
  readonly serverUrl: string;
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal;
  /** Whether the cookie or token still holds: for what stays open long. */
  readonly isSignedIn: () => Promise<boolean>;
  /** The language asked for, else the caller's own. */
  readonly language: () => Promise<Language>;
  readonly cookie: {
    readonly set: (value: string) => void;
    /** Again with its full life, where the caller came with one. */
    readonly renew: () => void;
    readonly clear: () => void;
  };
}

type Frozen<Value> = Value extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: Frozen<Value[Key]> }
    : Value;

/** One route's work. It resolves to the answer's body, or for a stream or a file to the whole response. */
type Handler<Id extends RouteId> = (
  call: RouteCall<Id>,
) => Promise<
  (typeof ROUTES)[Id] extends { readonly isStream: true } | { readonly isFile: true }
    ? Response
    : Frozen<RouteAnswer<Id>>
>;

export type Handlers<Ids extends RouteId = RouteId> = { readonly [Id in Ids]: Handler<Id> };
