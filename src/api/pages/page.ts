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
        <link rel="icon" href="/icon.svg" />
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

/** The console's own looks, as far as a page without a script needs them. */
export const PAGE_STYLE = `:root {
  color-scheme: light dark;
  font: 16px/1.6 -apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "Helvetica Neue", "PingFang SC", "Hiragino Sans GB", "Microsoft YaHei", "Noto Sans CJK SC", "Noto Sans SC", sans-serif;
  --ground: #fff; --side: #f5f6f9; --text: rgba(0, 0, 0, .88); --faint: rgba(0, 0, 0, .62); --line: #e6e8ee; --field: #d0d3dc;
  --primary: #3653d0; --pointed: #2b44b4; --link: #3653d0; --problem: #c4161c;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #16181d; --side: #0d0e11; --text: rgba(255, 255, 255, .88); --faint: rgba(255, 255, 255, .64); --line: #2b2e36; --field: #464a55;
    --primary: #4a64d8; --pointed: #5a72dc; --link: #9db0ff; --problem: #ff7b72;
  }
}
body { margin: 0; display: grid; min-height: 100vh; place-items: center; background: var(--side); color: var(--text); }
main { box-sizing: border-box; width: min(26rem, 100vw - 2rem); margin: 1.5rem 0 12vh; padding: 2rem; border: 1px solid var(--line); border-radius: 1rem; background: var(--ground); overflow-wrap: anywhere; }
h1 { margin: 0 0 .75rem; font-size: 1.5rem; line-height: 1.3; }
p { margin: 0 0 1rem; color: var(--faint); }
a { color: var(--link); }
pre { padding: .75rem 1rem; border: 1px solid var(--line); border-radius: .5rem; white-space: pre-wrap; }
form { display: grid; gap: 1rem; margin-top: 1.25rem; }
label { display: grid; gap: .25rem; }
input, button { box-sizing: border-box; width: 100%; font: inherit; padding: .5rem .75rem; border: 1px solid var(--field); border-radius: .5rem; }
input { background: var(--ground); color: inherit; }
button { border-color: transparent; background: var(--primary); color: #fff; cursor: pointer; }
button:hover { background: var(--pointed); }
:is(input, button, a):focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.problem { padding: .75rem 1rem; border-inline-start: .25rem solid var(--problem); color: inherit; }
`;

/** As the console's. */
export const PAGE_ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#3653d0"/><path d="M5 21h22M7 21c0-12 18-12 18 0M12 21v-7M16 21v-9M20 21v-7" fill="none" stroke="#fff" stroke-width="2.2" stroke-linecap="round"/></svg>
`;
