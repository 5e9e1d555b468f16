// What a person sees where a page's form did not work.

import type { Context } from 'hono';
import { html } from 'hono/html';
import type { AppError } from '#base/app-error.ts';
import type { Language } from '#base/text.ts';
import { pageTexts } from '#contract/texts/api-texts.ts';
import type { ApiEnv } from '../api-env.ts';
import { errorAnswer, isInner } from '../error-response.ts';
import { pageAnswer, type Markup, type Page } from './page.ts';

const PAGE_STATUSES: readonly NonNullable<Page['status']>[] = [400, 401, 403, 409, 410, 429, 503];

/** With the form again, where there is a point in it. What is of the inside goes on to where it is logged. */
export function failedPage(
  context: Context<ApiEnv>,
  {
    error,
    language,
    again = html`<p><a href="/">${pageTexts.home()[language]}</a></p>`,
  }: { readonly error: AppError; readonly language: Language; readonly again?: Markup },
): Promise<Response> {
  const { status, headers, body } = errorAnswer(error, {
    language,
    requestId: context.get('requestId'),
  });
  const known = PAGE_STATUSES.find((each) => each === status);
  if (isInner(error) || known === undefined) throw error;
  const retryAfter = headers['Retry-After'];
  if (retryAfter !== undefined) context.header('Retry-After', retryAfter);
  const content = html`<p class="problem" role="alert">${body.message}</p>
    ${again}`;
  return pageAnswer(context, { language, title: pageTexts.failed(), content, status: known });
}
