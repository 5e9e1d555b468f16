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

export interface RouteCall<Id extends RouteId> {
  readonly caller: (typeof ROUTES)[Id]['access'] extends 'public' ? undefined : Caller;
  readonly params: RouteParams<Id>;
  readonly query: RouteQuery<Id>;
  readonly body: RouteBody<Id>;
  readonly place: SignInPlace;
  /** What `Last-Event-ID` says, where it is a number. */
  readonly lastEventId: number | undefined;
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal;
  /** The language asked for, else the caller's own. */
  language(): Promise<Language>;
  readonly cookie: {
    set(value: string): void;
    /** Again with its full life, where the caller came with one. */
    renew(): void;
    clear(): void;
  };
}

type Frozen<Value> = Value extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: Frozen<Value[Key]> }
    : Value;

/** One route's work. It resolves to the answer's body, or for a stream to the whole response. */
export type Handler<Id extends RouteId> = (
  call: RouteCall<Id>,
) => Promise<
  (typeof ROUTES)[Id] extends { readonly isStream: true } ? Response : Frozen<RouteAnswer<Id>>
>;

export type Handlers<Ids extends RouteId = RouteId> = { readonly [Id in Ids]: Handler<Id> };
