// Reads streams page by page: what is asked for in one tick, for any number of sessions, is one query.

import type { Database } from '#system/database/database.ts';
import type { EventPage, StoredEvent } from './event-log.ts';

interface PageRequest {
  readonly orgId: string;
  readonly sessionId: string;
  readonly after: number;
  /** `PAGE_EVENTS` unless told. */
  readonly limit?: number;
}

/** Rejects with `database-unavailable`. */
export type ReadPage = (request: PageRequest) => Promise<EventPage>;

const PAGE_EVENTS = 200;
/** Above this a page ends, so that big events don't make big pages. */
const PAGE_BYTES = 512 * 1024;
const SESSIONS_A_QUERY = 50;

interface Asked extends PromiseWithResolvers<EventPage> {
  readonly request: PageRequest;
}

const PAGES = `
  select w.place, s.last_seq, e.seq, e.turn_id, e.body, e.bytes
  from unnest($1::text[], $2::text[], $3::bigint[], $4::int[])
    with ordinality as w (org_id, session_id, after, size, place)
  join platform.session_streams s on s.session_id = w.session_id and s.org_id = w.org_id
  left join lateral (
    select sized.* from (
      select e.*, sum(octet_length(e.body)) over (order by e.seq) as bytes
      from (
        select e.seq, e.turn_id, e.body::text as body from platform.session_events e
        where e.session_id = w.session_id and e.org_id = w.org_id and e.seq > w.after
        order by e.seq limit w.size
      ) e
    ) sized where sized.bytes - octet_length(sized.body) < ${PAGE_BYTES}
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
          resolve(pages[at] ?? { events: [], lastSeq: 0, isFull: false });
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

/** Where a page's reader stands then: old events may have been removed, and one may ask for what never was. */
export function endOf({ events, lastSeq, isFull }: EventPage): number {
  return isFull ? (events.at(-1)?.seq ?? lastSeq) : lastSeq;
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
  return pagesOf(rows, requests);
}

function pagesOf(
  rows: Awaited<ReturnType<Database['run']>>,
  requests: readonly PageRequest[],
): readonly (EventPage | undefined)[] {
  const pages: { events: StoredEvent[]; lastSeq: number; isFull: boolean }[] = [];
  for (const row of rows) {
    const at = Number(row['place']) - 1;
    const page = (pages[at] ??= { events: [], lastSeq: Number(row['last_seq']), isFull: false });
    if (row['seq'] === null) continue;
    page.events.push({
      seq: Number(row['seq']),
      turnId: String(row['turn_id']),
      json: String(row['body']),
    });
    page.isFull =
      page.events.length >= (requests[at]?.limit ?? PAGE_EVENTS) ||
      Number(row['bytes']) >= PAGE_BYTES;
  }
  return pages;
}
