// Makes the preview of a file, reading no more of it than that needs.

import { extname } from 'node:path';
import { AppError } from '#base/app-error.ts';
import type { Text } from '#base/text.ts';
import { artifactTexts } from '#contract/texts/artifact-texts.ts';
import { runInThread } from '#system/run-in-thread.ts';
import { csvPreview } from './csv-preview.ts';
import { decodeText } from './decode-text.ts';
import { PREVIEW_LIMITS, type Preview, type TablePreview } from './preview.ts';

interface PreviewedFile {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: number;
  /** Its first bytes; all of it where it has no more. */
  readonly read: (bytes: number) => Promise<Uint8Array>;
}

const WORKBOOK_MS = 10_000;
const WORKBOOK_MEMORY_MB = 256;
const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const CODE = new Set(
  '.txt .log .py .js .ts .mjs .sh .yaml .yml .xml .srt .sql .ini .toml .css'.split(' '),
);

/** Undefined for a kind of file that has none. Throws `input-invalid` where this one can't be looked into. */
export async function makePreview(
  file: PreviewedFile,
  signal: AbortSignal,
): Promise<Preview | undefined> {
  const { mediaType, name, bytes } = file;
  const ending = extname(name).toLowerCase();
  if (mediaType === SHEET) {
    if (bytes > PREVIEW_LIMITS.workbookBytes) throw unshown(artifactTexts.previewTooLarge());
    return workbookInThread(await file.read(bytes), signal);
  }
  if (mediaType === 'text/csv' || mediaType === 'text/tab-separated-values') {
    const { text, isWhole } = await textOf(file, PREVIEW_LIMITS.csvBytes);
    return csvPreview(text, isWhole);
  }
  const format = formatOf(mediaType, ending);
  if (format === undefined) return undefined;
  const { text, isWhole } = await textOf(file, PREVIEW_LIMITS.textBytes);
  return { kind: 'text', format, text, isCut: !isWhole };
}

function formatOf(mediaType: string, ending: string): 'markdown' | 'json' | 'plain' | undefined {
  if (mediaType === 'text/markdown') return 'markdown';
  if (mediaType === 'application/json') return 'json';
  return mediaType === 'text/plain' || CODE.has(ending) ? 'plain' : undefined;
}

async function textOf(
  { bytes, read }: PreviewedFile,
  most: number,
): Promise<{ readonly text: string; readonly isWhole: boolean }> {
  const isWhole = bytes <= most;
  const text = decodeText(await read(Math.min(bytes, most)), isWhole);
  if (text === undefined) throw unshown(artifactTexts.previewNoText());
  return { text: text.replace(/^\uFEFF/, ''), isWhole };
}

async function workbookInThread(bytes: Uint8Array, stop: AbortSignal): Promise<TablePreview> {
  try {
    const preview = await runInThread({
      script: new URL('workbook-thread.ts', import.meta.url),
      data: bytes,
      memoryMb: WORKBOOK_MEMORY_MB,
      signal: AbortSignal.any([stop, AbortSignal.timeout(WORKBOOK_MS)]),
    });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the thread sends
    return preview as TablePreview;
  } catch (cause) {
    throw unshown(artifactTexts.previewDamaged(), cause);
  }
}

function unshown(text: Text, cause?: unknown): AppError {
  return new AppError('input-invalid', text, { cause });
}
