// Reads what a page's form sends.

import { checkMediaType, readText } from '../request-body.ts';

const MOST_BYTES = 16 * 1024;

export async function readForm(request: Request): Promise<URLSearchParams> {
  checkMediaType(request.headers, 'form');
  return new URLSearchParams(await readText(request, MOST_BYTES));
}
