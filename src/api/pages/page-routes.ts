// The few pages that need no console: `/`, sign-in links, invitations.

import type { Context, Hono } from 'hono';
import { html } from 'hono/html';
import { AppError } from '#base/app-error.ts';
import { pageTexts } from '#contract/texts/api-texts.ts';
import type { Accounts } from '#features/accounts/index.ts';
import type { ApiEnv } from '../api-env.ts';
import { refuseOtherMethods } from '../bind-routes.ts';
import type { RequestTools } from '../request-tools.ts';
import type { SessionCookie } from '../session-cookie.ts';
import { failedPage } from './failed-page.ts';
import { homeMarkup, sameSiteAgain, signInForm, visitorOf } from './home-page.ts';
import { invitationMarkup, newPersonOf } from './invitation-page.ts';
import { formMarkup, PAGE_ICON, PAGE_STYLE, pageAnswer } from './page.ts';
import { readForm } from './read-form.ts';

export interface PageParts {
  readonly accounts: Accounts;
  readonly cookie: SessionCookie;
}

const POST_LIMIT = { per: 'address', most: 30, windowSec: 60 } as const;

export function bindPages(app: Hono<ApiEnv>, parts: PageParts, tools: RequestTools): void {
  const kept = { 'Cache-Control': 'max-age=3600' };
  app.get('/page.css', (context) =>
    context.body(PAGE_STYLE, 200, { ...kept, 'Content-Type': 'text/css; charset=utf-8' }),
  );
  app.get('/icon.svg', (context) =>
    context.body(PAGE_ICON, 200, { ...kept, 'Content-Type': 'image/svg+xml' }),
  );
  const page = (method: 'GET' | 'POST', path: string, work: PageWork): void => {
    app.on(method, path, async (context) => {
      context.set('route', `page ${path}`);
      if (method === 'POST') tools.countRate(context, { rateLimit: POST_LIMIT });
      return work(context, { ...parts, tools });
    });
  };

  page('GET', '/', homePage);
  page('POST', '/auth/sign-in', signIn);
  page('POST', '/auth/sign-out', signOut);
  page('GET', '/auth/link/:token', linkPage);
  page('POST', '/auth/link/:token', redeemLink);
  page('GET', '/auth/invitation/:token', invitationPage);
  page('POST', '/auth/invitation/:token', acceptInvitation);
  for (const path of ['/', '/page.css', '/icon.svg']) refuseOtherMethods(app, path, ['GET']);
  for (const path of ['/auth/sign-in', '/auth/sign-out']) refuseOtherMethods(app, path, ['POST']);
  for (const path of ['/auth/link/:token', '/auth/invitation/:token']) {
    refuseOtherMethods(app, path, ['GET', 'POST']);
  }
}

interface PageTools extends PageParts {
  readonly tools: RequestTools;
}

type PageWork = (context: Context<ApiEnv>, parts: PageTools) => Promise<Response>;

const homePage: PageWork = async (context, { accounts, cookie, tools }) => {
  // The cookie does not come along from another site's link; asked for by ourselves, it does.
  if (context.req.header('sec-fetch-site') === 'cross-site') return context.html(sameSiteAgain());
  const caller = await tools.callerOf(context);
  const visitor = await visitorOf(accounts, caller);
  const value = cookie.read(context.env.incoming.headers);
  if (caller?.signInId !== undefined && value !== undefined) cookie.set(context, value);
  const language = await tools.languageOf(context);
  const { serverUrl } = tools.surroundings(context);
  const content = homeMarkup(language, { visitor, serverUrl });
  return pageAnswer(context, { language, title: pageTexts.runs(), content });
};

const signIn: PageWork = async (context, { accounts, cookie, tools }) => {
  const language = await tools.languageOf(context);
  const form = await readForm(context);
  const login = form.get('login') ?? '';
  try {
    const attempt = { ...tools.placeOf(context), login, password: form.get('password') ?? '' };
    cookie.set(context, (await accounts.signIns.withPassword(attempt)).cookie);
    return context.redirect('/', 303);
  } catch (thrown) {
    const again = signInForm(language, login);
    return failedPage(context, { error: AppError.from(thrown), language, again });
  }
};

const signOut: PageWork = async (context, { accounts, cookie, tools }) => {
  const caller = await tools.callerOf(context);
  if (caller !== undefined) await accounts.signIns.signOut(caller);
  cookie.clear(context);
  return context.redirect('/', 303);
};

/** Chat apps and scanners open what people send: only the button uses the link up. */
const linkPage: PageWork = async (context, { accounts, tools }) => {
  const language = await tools.languageOf(context);
  try {
    await accounts.signInLinks.check(context.req.param('token') ?? '');
  } catch (thrown) {
    return failedPage(context, { error: AppError.from(thrown), language });
  }
  const form = formMarkup(language, {
    action: context.req.path,
    fields: [],
    button: pageTexts.signIn(),
  });
  const content = html`<p>${pageTexts.linkExplained()[language]}</p>
    ${form}`;
  return pageAnswer(context, { language, title: pageTexts.linkTitle(), content });
};

const redeemLink: PageWork = async (context, { accounts, cookie, tools }) => {
  try {
    const token = context.req.param('token') ?? '';
    const signedIn = await accounts.signInLinks.redeem(token, tools.placeOf(context));
    cookie.set(context, signedIn.cookie);
    return context.redirect('/', 303);
  } catch (thrown) {
    const language = await tools.languageOf(context);
    return failedPage(context, { error: AppError.from(thrown), language });
  }
};

const invitationPage: PageWork = async (context, { accounts, tools }) => {
  const language = await tools.languageOf(context);
  try {
    const preview = await accounts.invitations.preview(context.req.param('token') ?? '');
    const content = invitationMarkup(language, { action: context.req.path });
    return await pageAnswer(context, {
      language,
      title: pageTexts.invitationTitle(preview.orgName),
      content,
    });
  } catch (thrown) {
    return failedPage(context, { error: AppError.from(thrown), language });
  }
};

const acceptInvitation: PageWork = async (context, { accounts, cookie, tools }) => {
  const language = await tools.languageOf(context);
  const form = await readForm(context);
  const token = context.req.param('token') ?? '';
  try {
    const person = newPersonOf(form, language);
    const signedIn = await accounts.invitations.accept(token, person, tools.placeOf(context));
    cookie.set(context, signedIn.cookie);
    return context.redirect('/', 303);
  } catch (thrown) {
    const again = invitationMarkup(language, { action: context.req.path, form });
    return failedPage(context, { error: AppError.from(thrown), language, again });
  }
};
