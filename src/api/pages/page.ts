// A page of ours: plain HTML without a script, in one language.

import type { Context } from 'hono';
import { html } from 'hono/html';
import type { Language, Text } from '#base/text.ts';
import { pageTexts } from '#contract/texts/api-texts.ts';
import type { ApiEnv } from '../api-env.ts';
import { PAGE_CSP } from '../security-headers.ts';

/** Escaped HTML, as `html` makes it. */
export type Markup = ReturnType<typeof html>;

export interface Page {
  readonly language: Language;
  readonly title: Text;
  readonly content: Markup;
  readonly status?: 200 | 400 | 401 | 403 | 409 | 410 | 429 | 503;
}

export async function pageAnswer(
  context: Context<ApiEnv>,
  { language, title, content, status = 200 }: Page,
): Promise<Response> {
  const document = html`<!doctype html>
    <html lang="${language === 'zh' ? 'zh-CN' : 'en'}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title[language]} · ${pageTexts.product()[language]}</title>
        <link rel="stylesheet" href="/page.css" />
      </head>
      <body>
        <main>
          <h1>${title[language]}</h1>
          ${content}
        </main>
      </body>
    </html>`;
  return context.html(document, status, { 'Content-Security-Policy': PAGE_CSP });
}

export interface Field {
  readonly name: string;
  readonly label: Text;
  readonly type?: 'text' | 'password';
  readonly value?: string;
  readonly isOptional?: boolean;
  readonly autocomplete?: 'username' | 'name' | 'current-password' | 'new-password';
}

/** A form that posts to `action`, which is a path of ours. */
export function formMarkup(
  language: Language,
  {
    action,
    fields,
    button,
  }: { readonly action: string; readonly fields: readonly Field[]; readonly button: Text },
): Markup {
  return html`<form method="post" action="${action}">
    ${fields.map(
      (field) =>
        html`<label
          >${field.label[language]}
          <input
            name="${field.name}"
            type="${field.type ?? 'text'}"
            value="${field.value ?? ''}"
            autocomplete="${field.autocomplete ?? 'off'}"
            ${field.isOptional === true ? '' : 'required'}
          />
        </label>`,
    )}
    <button type="submit">${button[language]}</button>
  </form>`;
}

export const PAGE_STYLE = `:root { color-scheme: light dark; font: 16px/1.6 system-ui, sans-serif; }
body { margin: 0; display: grid; min-height: 100vh; place-items: start center; }
main { width: min(40rem, 100vw - 2rem); padding: 3rem 1rem; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; }
pre { padding: .75rem 1rem; border: 1px solid color-mix(in srgb, currentcolor 20%, transparent); border-radius: .5rem; white-space: pre-wrap; }
form { display: grid; gap: .75rem; max-width: 22rem; margin-top: 1rem; }
label { display: grid; gap: .25rem; }
input, button { font: inherit; padding: .5rem .75rem; border: 1px solid color-mix(in srgb, currentcolor 30%, transparent); border-radius: .5rem; }
button { justify-self: start; cursor: pointer; }
.problem { padding: .75rem 1rem; border-inline-start: .25rem solid #c62828; }
`;
