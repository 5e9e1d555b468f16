// What a delivered event costs the server's CPU while 500 sessions stream, against 50: appended, stored, sent by WebSocket.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createEventLog, eventsMigrations } from '#features/events/index.ts';
import { openDatabase } from '#system/database/database.ts';
import { migrate } from '#system/database/migrate.ts';
import { startPostgres } from '#system/postgres/start-postgres.ts';
import { createStreamServer } from '../src/api/streams/stream-server.ts';

const BAR = 1.3;
const FEW = 50;
const MANY = 500;
const ROUNDS = Number(process.env['ROUNDS'] ?? 5);
const ROUND_MS = 2000;
/** A model's tokens come about this fast; one in a session at a time. */
const EVERY_MS = 100;
const CLIENT = fileURLToPath(new URL('stream-client.ts', import.meta.url));

const folder = await mkdtemp(join(tmpdir(), 'bench-stream-'));
await chmod(folder, 0o711);
const postgres = await startPostgres({ dataFolder: folder });
const database = openDatabase(postgres.address);
await migrate(database, eventsMigrations);
const onFailure = (failure: unknown): void => {
  throw failure;
};
const events = createEventLog({ database, processId: 'bench', onFailure });
const streams = createStreamServer({
  events,
  authenticate: async () => ({ orgId: 'org', personId: 'person' }),
  mayRead: async () => true,
  isAllowedOrigin: () => true,
  languageOf: () => 'en',
  onFailure,
});
const server = createServer();
server.on('upgrade', (request, socket, head) => streams.handleUpgrade(request, socket, head));
server.listen(0, '127.0.0.1');
await once(server, 'listening');
try {
  process.stdout.write(`${JSON.stringify(await measure())}\n`);
} finally {
  await streams.close();
  await events.close();
  server.close();
  await database.close();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

async function measure() {
  const costs = { few: [] as number[], many: [] as number[] };
  // The first round warms up and is not counted. Interleaved, so that what else the machine does falls on both.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const [few, many] = [await stream(FEW), await stream(MANY)];
    if (round === 0) continue;
    costs.few.push(few);
    costs.many.push(many);
  }
  const [few, many] = [median(costs.few), median(costs.many)];
  return {
    bench: 'stream-delivery',
    ratio: many / few,
    bar: BAR,
    few_cpu_us: Math.round(few),
    many_cpu_us: Math.round(many),
  };
}

/** CPU µs of this process for each event that the clients, one a session, received in another process. */
async function stream(sessions: number): Promise<number> {
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const prefix = String(Math.round(performance.now()));
  const client = spawn(process.execPath, [CLIENT, String(port), String(sessions), prefix], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: client.stdout })[Symbol.asyncIterator]();
  await lines.next();
  const before = process.cpuUsage();
  const appended = await produce(sessions, prefix);
  const { user, system } = process.cpuUsage(before);
  client.stdin.end();
  const { value } = await lines.next();
  const received = Number(value);
  if (received !== appended) throw new TypeError(`${received} of ${appended} events arrived.`);
  return (user + system) / received;
}

/** Each session's tokens at their pace, the sessions spread over it. */
async function produce(sessions: number, prefix: string): Promise<number> {
  const start = performance.now();
  let appended = 0;
  let due = 0;
  while (due < (sessions * ROUND_MS) / EVERY_MS) {
    const now = Math.floor(((performance.now() - start) / EVERY_MS) * sessions);
    for (; due < now; due += 1) {
      const place = { orgId: 'org', sessionId: `${prefix}-${due % sessions}`, turnId: 'turn' };
      // Not text, which would be joined under load and so counted as fewer.
      const text = 'some words of an answer';
      await events.append(place, { type: 'tool-progress', id: 'call', fraction: null, text });
      appended += 1;
    }
    await pause(5);
  }
  for (let at = 0; at < sessions; at += 1) await events.flush(`${prefix}-${at}`);
  return appended;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
