// The APIs of the skills, each converted once for each content of its package, beside the thread that answers everybody (API-09).

import { createHash, randomUUID } from 'node:crypto';
import { readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError, messageOf } from '#base/app-error.ts';
import { apiTexts } from '#contract/texts/api-skill-texts.ts';
import { makeFolder } from '#system/make-folder.ts';
import { runInThread } from '#system/run-in-thread.ts';
import type { ApiPlace } from '../operations/convert-api.ts';
import type { ApiBook } from './api-book.ts';
import type { ConvertAnswer, ConvertTask } from './convert-message.ts';
import { readApiBook, STORE_FORMAT } from './store-api.ts';

export interface ApiLibrary {
  /**
   * `version`: the hash of the package's content. Throws `package-invalid` with file, place and cause where its
   * description can't be used.
   */
  open(place: ApiPlace, version: string): Promise<ApiBook>;
  /** Ends what is under way. */
  close(): Promise<void>;
}

const MOST_MEMORY_MB = 3072;
const LIMIT_MS = 120_000;
const MOST_BOOKS = 50;
/** What nobody asked for so long is removed when something new is made. */
const KEPT_MS = 30 * 24 * 3600 * 1000;

/** `folder` is made where it is missing: what was converted is found there by every later start. */
export function createApiLibrary(folder: string): ApiLibrary {
  const books = new Map<string, Promise<ApiBook>>();
  const closing = new AbortController();
  /** One at a time: a large description takes gigabytes. */
  let last: Promise<void> = Promise.resolve();

  const convert = (place: ApiPlace, target: string): Promise<void> => {
    const own = last.then(() => convertInto(target, place, closing.signal));
    last = own.catch(() => undefined);
    return own;
  };
  const load = async (place: ApiPlace, key: string): Promise<ApiBook> => {
    const target = join(folder, key);
    const known = await readApiBook(target).catch(() => undefined);
    if (known === undefined) await convert(place, target);
    const now = new Date();
    await utimes(target, now, now).catch(() => undefined);
    return known ?? readApiBook(target);
  };
  return {
    open(place, version) {
      const key = keyOf(place, version);
      const known = books.get(key);
      if (known !== undefined) return known;
      if (books.size >= MOST_BOOKS) books.clear();
      const loading = load(place, key);
      books.set(key, loading);
      // What could not be read may be mended outside the package: the disk was full, say.
      loading.catch(() => books.delete(key));
      return loading;
    },
    async close() {
      closing.abort(new Error('Qiao is stopping.'));
      await last;
    },
  };
}

function keyOf({ file }: ApiPlace, version: string): string {
  return createHash('sha256')
    .update(`${STORE_FORMAT}\0${file}\0${version}`)
    .digest('hex')
    .slice(0, 32);
}

async function convertInto(target: string, place: ApiPlace, signal: AbortSignal): Promise<void> {
  const folder = dirname(target);
  const fresh = join(folder, `.new-${randomUUID()}`);
  try {
    await makeFolder(fresh);
    settle(await ask({ place, target: fresh }, signal), place);
    await moveInto(fresh, target);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
  await sweep(folder);
}

async function ask(task: ConvertTask, closing: AbortSignal): Promise<ConvertAnswer> {
  const tooLong = AbortSignal.timeout(LIMIT_MS);
  try {
    const answer = await runInThread({
      script: new URL('convert-thread.ts', import.meta.url),
      data: task,
      memoryMb: MOST_MEMORY_MB,
      signal: AbortSignal.any([closing, tooLong]),
    });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the thread sends
    return answer as ConvertAnswer;
  } catch (error) {
    const problem = tooLong.aborted ? `> ${LIMIT_MS / 1000} s` : messageOf(error);
    return { status: 'failed', problem };
  }
}

function settle(answer: ConvertAnswer, { file }: ApiPlace): void {
  if (answer.status === 'converted') return;
  const { text, details } =
    answer.status === 'refused'
      ? answer
      : { text: apiTexts.notConverted(file, answer.problem), details: { file, pointer: '' } };
  throw new AppError('package-invalid', text, { details });
}

/** Another process may have made the same meanwhile; half of one is replaced. */
async function moveInto(fresh: string, target: string): Promise<void> {
  if ((await readApiBook(target).catch(() => undefined)) !== undefined) return;
  await rm(target, { recursive: true, force: true });
  await rename(fresh, target);
}

async function sweep(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found !== undefined && Date.now() - found.mtimeMs > KEPT_MS)
      await rm(path, { recursive: true, force: true });
  }
}
