// Holds an answer against its schema, and lets a newer server say more than this client knows.

import type * as z from 'zod';

export function isAcceptable(schema: z.ZodType, answer: unknown): boolean {
  const parsed = schema.safeParse(answer);
  return parsed.success || parsed.error.issues.every(({ code }) => code === 'unrecognized_keys');
}
