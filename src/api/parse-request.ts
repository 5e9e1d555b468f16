// Validates what a request brings, and names the place of what is wrong.

import type * as z from 'zod';
import { AppError } from '#base/app-error.ts';
import { cutText } from '#base/cut-text.ts';
import { apiTexts } from '#contract/texts/api-texts.ts';
import { fieldTexts } from '#contract/texts/field-texts.ts';
import { faultPath, fieldFault } from './field-fault.ts';

const MOST_ISSUES = 20;
const MOST_CHARS = 300;

/** Throws `request-invalid` with `details.issues`: each `{path, message}`, the path as in `body.scopes.0`. */
export function parseFields<Schema extends z.ZodType>(
  schema: Schema,
  given: unknown,
  where: 'query' | 'body',
): z.output<Schema> {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.slice(0, MOST_ISSUES).map((issue) => ({
    path: pathOf(issue, where),
    text: fieldFault(issue, given),
  }));
  const [first] = issues;
  throw new AppError(
    'request-invalid',
    apiTexts.fieldWrong(first?.path ?? where, first?.text ?? fieldTexts.notTaken()),
    {
      details: { issues: issues.map(({ path, text }) => ({ path, message: text.en })) },
    },
  );
}

/** Throws `not-found`: an id that can't be one names nothing. */
export function parseParams<Schema extends z.ZodType>(
  schema: Schema,
  given: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new AppError('not-found', apiTexts.noSuchThing(), { cause: parsed.error });
}

/** Each name once, and no NUL, which PostgreSQL takes in no text. */
export function queryFields(search: URLSearchParams): Record<string, string> {
  const fields = new Map<string, string>();
  for (const [name, value] of search) {
    if (fields.has(name)) {
      throw new AppError('request-invalid', apiTexts.queryRepeated(cutText(name, 100)));
    }
    if (value.includes('\0')) throw new AppError('request-invalid', apiTexts.badCharacters());
    fields.set(name, value);
  }
  return Object.fromEntries(fields);
}

function pathOf(issue: z.core.$ZodIssue, where: string): string {
  return cutText([where, ...faultPath(issue)].map(String).join('.'), MOST_CHARS);
}
