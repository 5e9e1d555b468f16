// What the delivery of events needs from the rest of the server.

import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Language } from '#base/text.ts';
import type { EventLog } from '#features/events/index.ts';

/** Who follows: what `authenticate` gives may hold more. */
export interface StreamCaller {
  readonly orgId: string;
  readonly personId: string;
}

export interface StreamServerParts<Caller extends StreamCaller> {
  readonly events: Pick<EventLog, 'subscribe'>;
  /** By cookie or token; asked again every minute for as long as a connection is open. */
  readonly authenticate: (request: IncomingMessage) => Promise<Caller | undefined>;
  /** False as well for a session that does not exist or is another org's (ORG-01). */
  readonly mayRead: (caller: Caller, sessionId: string) => Promise<boolean>;
  /** Origin and Host together. */
  readonly isAllowedOrigin: (request: IncomingMessage) => boolean;
  readonly languageOf: (headers: IncomingHttpHeaders) => Language;
  /** What went wrong and no client can be told. For the log. */
  readonly onFailure: (failure: unknown) => void;
  /** Milliseconds; 15,000 unless told. Pings come every second beat, the sign-in is checked every fourth. */
  readonly beatMs?: number;
}

/** Something open that the server's one clock looks after. */
export interface OpenStream {
  /** `count` grows by one a beat. */
  onBeat(count: number): void;
  /** Ends what may no longer be read. Rejects where that can't be found out. */
  recheck(): Promise<void>;
  /** The server stops. */
  close(): void;
}

/** Beats between pings to a WebSocket client. */
export const BEATS_A_PING = 2;
export const BEATS_A_RECHECK = 4;
