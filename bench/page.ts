// The chat page in a real Chromium, before a real server: what it loads, its longest task, how far behind its text is.

import { browse, buildConsole, hasBrowser } from '../tests/console/browser.ts';
import { startServer, type TestServer } from '../tests/server/run-server.ts';
import { print } from './cpu-rounds.ts';
import type { ThreadTime } from './main-thread.ts';
import { startPacedModel } from './paced-model.ts';
import { loadScripts } from './page-scripts.ts';
import { typeAndScroll } from './page-work.ts';
import { openPlace, watchAnswer, type Place, type WatchedAnswer } from './watched-answer.ts';

/** Each ratio is of what was measured to what it may be. */
const BAR = 1;
const SCRIPT_BAR_KIB = 450;
const TASK_BAR_MS = 100;
const LAG_BAR_MS = 150;

const ROUNDS = Number(process.env['ROUNDS'] ?? 3);
const MESSAGES_A_TURN = 2;
const LONG_TURNS = 1000;
const SHORT_TURNS = 10;
const BYTES_A_KIB = 1024;
const [P50, P95] = [0.5, 0.95];

if (hasBrowser) await measure();
else process.stderr.write('\n*** THE CHAT PAGE WAS NOT MEASURED: there is no Chromium. ***\n\n');

async function measure(): Promise<void> {
  buildConsole();
  const model = await startPacedModel();
  const server = await startServer({
    environment: {
      QIAO_MODEL: 'openai/paced',
      OPENAI_BASE_URL: model.baseUrl,
      OPENAI_API_KEY: 'none',
    },
  });
  try {
    await measureLoad(server);
    await measureLag(server);
    await measureTasks(server);
  } finally {
    await server.remove();
    await model.close();
  }
}

/** A browser that has nothing of it yet, signed in, before a new conversation. */
async function measureLoad(server: TestServer): Promise<void> {
  const { page, close } = await browse(server);
  const { count, bytes, gzipBytes, compressedBy } = await loadScripts(page, server.url);
  await close();
  const gzipKib = gzipBytes / BYTES_A_KIB;
  print({
    bench: 'page-load',
    ratio: gzipKib / SCRIPT_BAR_KIB,
    bar: BAR,
    script_gzip_kib: rounded(gzipKib),
    bar_kib: SCRIPT_BAR_KIB,
    script_kib: rounded(bytes / BYTES_A_KIB),
    scripts: count,
    compressed_by: compressedBy,
  });
}

/** Nothing else is done meanwhile: what is late is late by the page alone. */
async function measureLag(server: TestServer): Promise<void> {
  const place = await openPlace(server, SHORT_TURNS);
  const lags: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) lags.push(...(await watchAnswer(place)).lags);
  await place.browsing.close();
  const behind = percentile(lags, P95);
  print({
    bench: 'page-lag',
    ratio: behind / LAG_BAR_MS,
    bar: BAR,
    p95_ms: behind,
    bar_ms: LAG_BAR_MS,
    p50_ms: percentile(lags, P50),
    most_ms: rounded(most(lags)),
    markers: lags.length,
  });
}

/**
 * The long conversation and the short one by turns, so that what else the machine does falls on both. Told by the clock,
 * as a person has it, and by the thread's CPU time, which a busy machine makes no longer.
 */
async function measureTasks(server: TestServer): Promise<void> {
  const short = await openPlace(server, SHORT_TURNS);
  const long = await openPlace(server, LONG_TURNS);
  const [inShort, inLong]: [WatchedAnswer[], WatchedAnswer[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    inShort.push(await watchAnswer(short, typeAndScroll));
    inLong.push(await watchAnswer(long, typeAndScroll));
  }
  for (const { browsing } of [short, long]) await browsing.close();
  const longest = pick(inLong, 'longestMs');
  const longestCpu = pick(inLong, 'longestCpuMs');
  const about = { bar: BAR, bar_ms: TASK_BAR_MS, messages: LONG_TURNS * MESSAGES_A_TURN };
  print({ bench: 'page-task', ratio: longest / TASK_BAR_MS, ...about, ...factsOf(long, inLong) });
  print({
    bench: 'page-task-cpu',
    ratio: longestCpu / TASK_BAR_MS,
    ...about,
    longest_cpu_ms: rounded(longestCpu),
    times_short: rounded(longestCpu / pick(inShort, 'longestCpuMs')),
    times_short_in_all: rounded(pick(inLong, 'allCpuMs') / pick(inShort, 'allCpuMs')),
    short: factsOf(short, inShort),
  });
}

function pick(watched: readonly WatchedAnswer[], figure: keyof ThreadTime): number {
  return most(watched.map(({ writing }) => writing[figure]));
}

function factsOf({ loading }: Place, watched: readonly WatchedAnswer[]): object {
  const by = (figure: keyof ThreadTime) => watched.map(({ writing }) => rounded(writing[figure]));
  return {
    longest_ms: by('longestMs'),
    longest_cpu_ms: by('longestCpuMs'),
    all_cpu_ms: by('allCpuMs'),
    over_50_ms: watched.map(({ notes }) => notes.longTasks.length),
    slowest_key_ms: watched.map(({ notes }) => rounded(most(notes.keys))),
    lag_p95_ms: watched.map(({ lags }) => percentile(lags, P95)),
    sending_longest_ms: watched.map(({ sending }) => rounded(sending.longestMs)),
    sending_longest_cpu_ms: watched.map(({ sending }) => rounded(sending.longestCpuMs)),
    loading_longest_ms: rounded(loading.longestMs),
    loading_longest_cpu_ms: rounded(loading.longestCpuMs),
  };
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

function most(values: readonly number[]): number {
  return values.reduce((highest, each) => Math.max(highest, each), 0);
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
