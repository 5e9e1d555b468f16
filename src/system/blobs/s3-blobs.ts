// Contents in an S3-compatible store, by their hash: small ones at once, large ones in parts.

import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { S3mini, S3ServiceError } from 's3mini';
import { AppError, messageOf } from '#base/app-error.ts';
import { blobTexts } from '#contract/texts/blob-texts.ts';
import { isBlobKey, type BlobContent, type BlobStore, type StoredBlob } from './blob-store.ts';
import type { S3Place } from './s3-place.ts';

export interface S3BlobsParts {
  readonly place: S3Place;
  readonly accessKey: string;
  readonly secretKey: string;
}

/** Of one part; the least that S3 takes is 5 MB. */
const PART_BYTES = 8 * 1024 * 1024;
const REQUEST_MS = 120_000;
const PAGE = 1000;

export function createS3Blobs({ place, accessKey, secretKey }: S3BlobsParts): BlobStore {
  const login = { accessKeyId: accessKey, secretAccessKey: secretKey };
  const { endpoint, region, prefix } = place;
  const quick = new S3mini({ ...login, endpoint, region, requestAbortTimeout: REQUEST_MS });
  // Who reads a large file slowly reads it to its end.
  const patient = new S3mini({ ...login, endpoint, region });
  const refuse = (error: unknown): never => {
    throw asFailure(error, endpoint);
  };
  return {
    put: (content) => put(quick, prefix, content).catch(refuse),
    open: async (key, range) => read(patient, nameOf(prefix, key), range).catch(refuse),
    async remove(key) {
      await quick.deleteObject(nameOf(prefix, key)).catch((error: unknown) => {
        if (!isMissing(error)) refuse(error);
      });
    },
    list: () => list(quick, prefix, refuse),
    async check() {
      try {
        await pageOf(quick, { prefix, most: 1 });
      } catch (error) {
        throw refusal(error, place);
      }
    },
  };
}

function nameOf(prefix: string, key: string): string {
  if (!isBlobKey(key)) throw new AppError('not-found', blobTexts.gone());
  return `${prefix}${key.slice(0, 2)}/${key}`;
}

/** Read twice: for its name, then for what is sent; what is not the same content then is not kept. */
async function put(store: S3mini, prefix: string, content: BlobContent): Promise<StoredBlob> {
  const known = await hashed(content);
  const name = nameOf(prefix, known.key);
  const sent = createHash('sha256');
  const parts = partsOf(content, sent);
  const first = (await parts.next()).value ?? Buffer.alloc(0);
  if (known.bytes <= PART_BYTES) {
    await parts.return(undefined);
    refuseChanged(sent, known);
    await store.putObject(name, first, 'application/octet-stream');
    return known;
  }
  const upload = await store.getMultipartUploadId(name, 'application/octet-stream');
  try {
    const done = [await store.uploadPart(name, upload, first, 1)];
    for await (const part of parts)
      done.push(await store.uploadPart(name, upload, part, done.length + 1));
    refuseChanged(sent, known);
    await store.completeMultipartUpload(name, upload, done);
    return known;
  } catch (error) {
    await store.abortMultipartUpload(name, upload).catch(() => undefined);
    throw error;
  }
}

function refuseChanged(sent: ReturnType<typeof createHash>, { key }: StoredBlob): void {
  if (sent.digest('hex') !== key) throw new AppError('conflict', blobTexts.changed());
}

async function hashed({ read: chunks }: BlobContent): Promise<StoredBlob> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of chunks()) {
    hash.update(chunk);
    bytes += chunk.byteLength;
  }
  return { key: hash.digest('hex'), bytes };
}

async function* partsOf(
  { read: chunks }: BlobContent,
  hash: ReturnType<typeof createHash>,
): AsyncGenerator<Buffer, undefined> {
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks()) {
    hash.update(chunk);
    waiting.push(chunk);
    bytes += chunk.byteLength;
    if (bytes < PART_BYTES) continue;
    yield Buffer.concat(waiting);
    waiting = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(waiting);
  return undefined;
}

async function read(
  store: S3mini,
  name: string,
  { start, end }: { readonly start: number; readonly end: number },
): Promise<Readable> {
  if (end <= start) return Readable.from([]);
  const { body } = await store.getObjectRaw(name, false, start, end);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Node's own type of the same thing
  return body === null ? Readable.from([]) : Readable.fromWeb(body as never);
}

async function* list(
  store: S3mini,
  prefix: string,
  refuse: (error: unknown) => never,
): ReturnType<BlobStore['list']> {
  let token: string | undefined;
  do {
    const page = await pageOf(store, { prefix, most: PAGE, token }).catch(refuse);
    for (const { Key, LastModified } of page.objects ?? []) {
      const key = Key.split('/').at(-1) ?? '';
      if (isBlobKey(key)) yield { key, putAt: new Date(LastModified) };
    }
    token = page.nextContinuationToken;
  } while (token !== undefined && token !== '');
}

interface PagePlace {
  readonly prefix: string;
  readonly most: number;
  readonly token?: string | undefined;
}

/** All below the prefix: what it calls a delimiter is not sent. */
async function pageOf(store: S3mini, { prefix, most, token }: PagePlace) {
  const page = await store.listObjectsPaged('/', prefix, most, token);
  // So it tells that there is no such bucket.
  if (page === null || page === undefined)
    throw new S3ServiceError('no such bucket', 404, 'NoSuchBucket');
  return page;
}

function isMissing(error: unknown): boolean {
  return error instanceof S3ServiceError && error.status === 404;
}

function asFailure(error: unknown, endpoint: string): AppError {
  if (error instanceof AppError) return error;
  if (isMissing(error)) return new AppError('not-found', blobTexts.gone(), { cause: error });
  const { host } = new URL(endpoint);
  return new AppError('server-unreachable', blobTexts.unreachable(host, reasonOf(error)), {
    cause: error,
  });
}

/** A service that does not answer now may do so later; one that answers no is set up wrongly. */
function refusal(error: unknown, { bucket, endpoint }: S3Place): AppError {
  const isAnswer = error instanceof S3ServiceError && error.status < 500;
  if (!isAnswer) return asFailure(error, endpoint);
  const { host } = new URL(endpoint);
  return new AppError('settings-invalid', blobTexts.refused(bucket, host, reasonOf(error)), {
    cause: error,
  });
}

function reasonOf(error: unknown): string {
  if (error instanceof S3ServiceError)
    return `HTTP ${error.status} ${error.serviceCode ?? ''}`.trim();
  // fetch says only that it failed, and the client that fetch did: the first cause tells why.
  let cause = error;
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : messageOf(cause);
}
