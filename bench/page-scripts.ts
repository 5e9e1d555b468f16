// The scripts that a page loads until nothing more comes, and what they weigh compressed.

import { gzipSync } from 'node:zlib';
import type { Page, Response } from 'playwright-core';

export interface LoadedScripts {
  readonly count: number;
  readonly bytes: number;
  readonly gzipBytes: number;
  /** Where the server sends them as they are, they were compressed here, as a proxy before it would. */
  readonly compressedBy: 'server' | 'bench';
}

export async function loadScripts(page: Page, url: string): Promise<LoadedScripts> {
  const responses: Response[] = [];
  page.on('response', (response) => responses.push(response));
  await page.goto(url, { waitUntil: 'networkidle' });
  const loaded = await Promise.all(responses.filter(isScript).map(weigh));
  const sum = (pick: (script: Weight) => number): number =>
    loaded.reduce((total, script) => total + pick(script), 0);
  return {
    count: loaded.length,
    bytes: sum(({ bytes }) => bytes),
    gzipBytes: sum(({ gzipBytes }) => gzipBytes),
    compressedBy: loaded.every(({ isCompressed }) => isCompressed) ? 'server' : 'bench',
  };
}

/** By what it is, not by who asked: one that is loaded ahead counts too. */
function isScript(response: Response): boolean {
  return /javascript/.test(response.headers()['content-type'] ?? '');
}

interface Weight {
  readonly bytes: number;
  readonly gzipBytes: number;
  readonly isCompressed: boolean;
}

async function weigh(response: Response): Promise<Weight> {
  const body = await response.body();
  const isCompressed = response.headers()['content-encoding'] !== undefined;
  const { responseBodySize } = await response.request().sizes();
  const gzipBytes = isCompressed ? responseBodySize : gzipSync(body).length;
  return { bytes: body.length, gzipBytes, isCompressed };
}
