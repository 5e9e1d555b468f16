// Where the built console lies.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const BUILT = fileURLToPath(new URL('../../dist/console', import.meta.url));

/** Undefined where it was not built: the server then has its few plain pages only. */
export function consoleFolder(): string | undefined {
  return existsSync(join(BUILT, 'index.html')) ? BUILT : undefined;
}
