// The form that an invitation opens.

import { html } from 'hono/html';
import type { Language } from '#base/text.ts';
import { nameSchema } from '#contract/api/fields.ts';
import { loginSchema } from '#contract/api/people-routes.ts';
import { pageTexts } from '#contract/texts/api-texts.ts';
import type { NewPerson } from '#features/accounts/index.ts';
import { parseFields } from '../parse-request.ts';
import { formMarkup, type Markup } from './page.ts';

export function invitationMarkup(
  language: Language,
  { action, form }: { readonly action: string; readonly form?: URLSearchParams },
): Markup {
  return html`<p>${pageTexts.invitationExplained()[language]}</p>
    ${formMarkup(language, {
      action,
      button: pageTexts.join(),
      fields: [
        {
          name: 'name',
          label: pageTexts.name(),
          autocomplete: 'name',
          value: form?.get('name') ?? '',
        },
        {
          name: 'login',
          label: pageTexts.login(),
          autocomplete: 'username',
          value: form?.get('login') ?? '',
        },
        {
          name: 'password',
          label: pageTexts.passwordOptional(),
          type: 'password',
          autocomplete: 'new-password',
          isOptional: true,
        },
      ],
    })}`;
}

/** Throws `request-invalid` for a name or login that can't be. */
export function newPersonOf(form: URLSearchParams, language: Language): NewPerson {
  const password = form.get('password') ?? '';
  return {
    name: parseFields(nameSchema, form.get('name') ?? '', 'body'),
    login: parseFields(loginSchema, form.get('login') ?? '', 'body'),
    language,
    password: password === '' ? undefined : password,
  };
}
