// Reads streams page by page: what is asked for in one tick, for any number of sessions, is one query.

import type { Database } from '#system/database/database.ts';
import type { EventPage, StoredEvent } from './event-log.ts';

export interface PageRequest {
  readonly orgId: string;
  readonly sessionId: string;
  readonly after: number;
  /** `PAGE_EVENTS` unless told. */
  readonly limit?: number;
}

/** Rejects with `database-unavailable`. */
export type ReadPage = (request: PageRequest) => Promise<EventPage>;

const PAGE_EVENTS = 200;
const SESSIONS_A_QUERY = 50;

interface Asked extends PromiseWithResolvers<EventPage> {
  readonly request: PageRequest;
}

const PAGES = `
  select w.place, s.last_seq, e.seq, e.turn_id, e.body
  from unnest($1::text[], $2::text[], $3::bigint[], $4::int[])
    with ordinality as w (org_id, session_id, after, size, place)
  join platform.session_streams s on s.session_id = w.session_id and s.org_id = w.org_id
  left join lateral (
    select e.seq, e.turn_id, e.body::text as body from platform.session_events e
    where e.session_id = w.session_id and e.org_id = w.org_id and e.seq > w.after
    order by e.seq limit w.size
  ) e on true
  order by w.place, e.seq`;

export function createEventReader(database: Pick<Database, 'again' | 'run'>): ReadPage {
  let asked: readonly Asked[] = [];
  let isAtWork = false;

  /** One query at a time: those who ask meanwhile share the next one, and a rush leaves connections to others. */
  async function work(): Promise<void> {
    isAtWork = true;
    while (asked.length > 0) {
      const now = asked.slice(0, SESSIONS_A_QUERY);
      asked = asked.slice(SESSIONS_A_QUERY);
      try {
        const pages = await readPages(
          database,
          now.map(({ request }) => request),
        );
        for (const [at, { resolve }] of now.entries()) {
          resolve(pages[at] ?? { events: [], lastSeq: 0 });
        }
      } catch (failure) {
        for (const { reject } of now) reject(failure);
      }
    }
    isAtWork = false;
  }

  return (request) => {
    const one = { ...Promise.withResolvers<EventPage>(), request };
    asked = [...asked, one];
    if (!isAtWork) {
      isAtWork = true;
      setImmediate(() => void work());
    }
    return one.promise;
  };
}

/** Whether a page of the usual size ends where the stream ended. */
export function isLastPage({ events }: EventPage): boolean {
  return events.length < PAGE_EVENTS;
}

/** Where its reader stands then: old events may have been removed, and one may ask for what never was. */
export function endOf(page: EventPage): number {
  return isLastPage(page) ? page.lastSeq : (page.events.at(-1)?.seq ?? page.lastSeq);
}

async function readPages(
  database: Pick<Database, 'again' | 'run'>,
  requests: readonly PageRequest[],
): Promise<readonly (EventPage | undefined)[]> {
  const rows = await database.again(() =>
    database.run({
      name: 'read-event-pages',
      text: PAGES,
      values: [
        requests.map(({ orgId }) => orgId),
        requests.map(({ sessionId }) => sessionId),
        requests.map(({ after }) => after),
        requests.map(({ limit }) => limit ?? PAGE_EVENTS),
      ],
    }),
  );
  const pages: { events: StoredEvent[]; lastSeq: number }[] = [];
  for (const row of rows) {
    const page = (pages[Number(row['place']) - 1] ??= {
      events: [],
      lastSeq: Number(row['last_seq']),
    });
    if (row['seq'] === null) continue;
    page.events.push({
      seq: Number(row['seq']),
      turnId: String(row['turn_id']),
      json: String(row['body']),
    });
  }
  return pages;
}
