// What axe finds on the page as it stands.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Each violation with the first place it stands at. */
export async function violations(page: Page): Promise<readonly string[]> {
  // Run by the debugger, not by the page, whose policy lets no such script in.
  await page.evaluate(AXE);
  const found = await page.evaluate<AxeResults>('axe.run()');
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`);
}
