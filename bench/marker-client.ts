// A client of its own, in a process of its own: follows a session and notes when each marker arrived from the server.

import { createApiClient } from '#client/api-client.ts';
import { markersIn } from './paced-model.ts';

const { SERVER: server = '', TOKEN: token = '', SESSION: session = '' } = process.env;
const leaving = new AbortController();
const arrivals: (readonly [marker: number, atMs: number])[] = [];
const say = (told: unknown): void => void process.stdout.write(`${JSON.stringify(told)}\n`);

process.stdin.resume().once('end', () => leaving.abort());
const following = createApiClient({ server, token }).subscribe(session, {
  after: 0,
  signal: leaving.signal,
  onState: say,
});
for await (const { event } of following) {
  const atMs = Date.now();
  if (event.type !== 'text-delta') continue;
  for (const marker of markersIn(event.text)) arrivals.push([marker, atMs]);
}
say(arrivals);
