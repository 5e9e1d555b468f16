// A result in a workspace as the platform stores it, for tests of what reads it.

import { mkdir, open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonObject } from '#base/json.ts';
import { indexPath, writeIndexedJson } from '#features/results/index.ts';

/** Answers the path, as a receipt has it. */
export async function storedResult(
  workspace: string,
  envelope: JsonObject,
  name = 'toolout_orders_0a1b2c3d.json',
): Promise<string> {
  await mkdir(join(workspace, '.toolout'), { recursive: true });
  const path = join(workspace, '.toolout', name);
  const file = await open(path, 'w');
  const pieces: string[] = [];
  const root = writeIndexedJson(envelope, (piece) => {
    pieces.push(piece);
    return Buffer.byteLength(piece);
  });
  for (const piece of pieces) await file.write(piece);
  await file.close();
  await writeFile(indexPath(path), JSON.stringify({ version: 1, bytes: root.end, root }));
  return path;
}
