// What stands at `/` where the console was not built: that the server runs, who is signed in, and how to talk to it.

import { html } from 'hono/html';
import type { Language } from '#base/text.ts';
import { pageTexts } from '#contract/texts/api-texts.ts';
import type { Accounts, Caller } from '#features/accounts/index.ts';
import { formMarkup, type Markup } from './page.ts';

export interface Visitor {
  readonly name: string;
  readonly org: string;
}

export async function visitorOf(
  accounts: Accounts,
  caller: Caller | undefined,
): Promise<Visitor | undefined> {
  if (caller === undefined) return undefined;
  const [person, org] = await Promise.all([accounts.people.me(caller), accounts.orgs.get(caller)]);
  return { name: person.name, org: org.name };
}

export function homeMarkup(
  language: Language,
  { visitor, serverUrl }: { readonly visitor: Visitor | undefined; readonly serverUrl: string },
): Markup {
  const greeting = pageTexts.greeting()[language];
  return html`${visitor === undefined ? signedOut(language) : signedIn(language, visitor)}
    <p>${pageTexts.noChatPage()[language]}</p>
    <p>${pageTexts.onCommandLine()[language]}</p>
    <pre>npx qiao chat "${greeting}"</pre>
    <p>${pageTexts.byHttp()[language]}</p>
    <pre>${curlLines(serverUrl, greeting)}</pre>
    <p>${pageTexts.apiDescribed()[language]} <a href="/api/openapi.json">/api/openapi.json</a></p>`;
}

/** What stands at `/` for a browser that a link of another site led here, without its cookie: the same page again. */
export function sameSiteAgain(): Markup {
  return html`<meta http-equiv="refresh" content="0; url=/" />`;
}

function signedIn(language: Language, { name, org }: Visitor): Markup {
  return html`<p>${pageTexts.signedInAs(name, org)[language]}</p>
    ${formMarkup(language, { action: '/auth/sign-out', fields: [], button: pageTexts.signOut() })}`;
}

function signedOut(language: Language): Markup {
  return html`<p>${pageTexts.notSignedIn()[language]}</p>
    ${signInForm(language)}`;
}

export function signInForm(language: Language, login = ''): Markup {
  return formMarkup(language, {
    action: '/auth/sign-in',
    button: pageTexts.signIn(),
    fields: [
      { name: 'login', label: pageTexts.login(), autocomplete: 'username', value: login },
      {
        name: 'password',
        label: pageTexts.password(),
        type: 'password',
        autocomplete: 'current-password',
      },
    ],
  });
}

function curlLines(serverUrl: string, greeting: string): string {
  const token = `-H "Authorization: Bearer $QIAO_TOKEN"`;
  const json = `-H "Content-Type: application/json"`;
  return [
    `curl ${token} ${json} -d '{}' ${serverUrl}/api/sessions`,
    `curl ${token} -N "${serverUrl}/api/sessions/$SESSION/events?after=0" &`,
    `curl ${token} ${json} -d '{"text": "${greeting}"}' ${serverUrl}/api/sessions/$SESSION/turns`,
  ].join('\n');
}
