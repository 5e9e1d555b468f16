// A conversation on a page, and an answer in it that is watched as it is written: on the page, beside it, and in its thread.

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import * as z from 'zod';
import { browse, type Browsing } from '../tests/console/browser.ts';
import type { TestServer } from '../tests/server/run-server.ts';
import { fillConversation } from './fill-conversation.ts';
import { traced, type ThreadTime } from './main-thread.ts';
import { PIECES_AN_ANSWER } from './paced-model.ts';
import { takeNotes, type PageNotes } from './page-probe.ts';
import {
  loadWhole,
  openConversation,
  reached,
  say,
  startWriting,
  type Conversation,
} from './page-work.ts';

const CLIENT = fileURLToPath(new URL('marker-client.ts', import.meta.url));

export interface Place extends Conversation {
  readonly browsing: Browsing;
  /** Of the page, while it went up through all that was said. */
  readonly loading: ThreadTime;
}

/** A conversation of so many turns, all of it on a page. */
export async function openPlace(server: TestServer, turns: number): Promise<Place> {
  const { id: sessionId } = await server.client.call('sessions.create', { body: {} });
  await fillConversation(server.dataFolder, { sessionId, turns });
  const browsing = await browse(server);
  const { page } = browsing;
  await openConversation(page, `${server.url}/s/${sessionId}`);
  const [loading] = await traced(page, [() => loadWhole(page, turns)]);
  return { server, sessionId, browsing, loading };
}

export interface WatchedAnswer {
  /** While the question was sent, until its answer had begun. */
  readonly sending: ThreadTime;
  /** While it was written. */
  readonly writing: ThreadTime;
  readonly notes: PageNotes;
  /** Milliseconds from each marker's arrival at a client in Node.js until it stood on the page. */
  readonly lags: readonly number[];
}

/** `work` is done on the page while the answer is written. */
export async function watchAnswer(
  place: Place,
  work: (page: Page) => Promise<void> = () => Promise.resolve(),
): Promise<WatchedAnswer> {
  const { page } = place.browsing;
  const endFollowing = await follow(place);
  await startWriting(page);
  const endNotes = await takeNotes(page);
  const [sending, writing] = await traced(page, [
    () => say(page, 'go', place),
    () => Promise.all([work(page), reached(place, 'idle')]),
  ]);
  const notes = await endNotes();
  const arrived = new Map(await endFollowing());
  const lags = notes.markers.map(([marker, atMs]) => atMs - (arrived.get(marker) ?? Number.NaN));
  if (lags.length !== PIECES_AN_ANSWER || lags.some(Number.isNaN))
    throw new TypeError(`${lags.length} of ${PIECES_AN_ANSWER} pieces were seen.`);
  return { sending, writing, notes, lags };
}

const arrivalsSchema = z.array(z.tuple([z.number(), z.number()]));
type Arrivals = z.infer<typeof arrivalsSchema>;

/** Beside this process, whose own work would make it late. Resolves when it follows. */
async function follow({ server, sessionId }: Conversation): Promise<() => Promise<Arrivals>> {
  const client = spawn(process.execPath, [CLIENT], {
    env: { SERVER: server.url, TOKEN: server.token, SESSION: sessionId },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: client.stdout })[Symbol.asyncIterator]();
  await lines.next();
  return async () => {
    client.stdin.end();
    const { value } = await lines.next();
    return arrivalsSchema.parse(JSON.parse(String(value)));
  };
}
