// Reads what a page's form sends.

import type { Context } from 'hono';
import type { ApiEnv } from '../api-env.ts';
import { checkMediaType, readText } from '../request-body.ts';

const MOST_BYTES = 16 * 1024;

export async function readForm(context: Context<ApiEnv>): Promise<URLSearchParams> {
  checkMediaType(context.req.raw.headers, 'form');
  return new URLSearchParams(await readText(context, MOST_BYTES));
}
