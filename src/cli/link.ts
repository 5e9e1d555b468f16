// `qiao link`: a single-use address that signs a person in.

import { issueSignInLink } from '#app/issue-sign-in-link.ts';
import { serveTexts } from '#contract/texts/serve-texts.ts';
import type { CommandContext, LinkOptions } from './command-context.ts';
import { jsonText } from './print-json.ts';

export async function link(
  { settings, terminal }: CommandContext,
  login: string | undefined,
  options: LinkOptions,
): Promise<number> {
  const made = await issueSignInLink(settings, login);
  if (options.json === true) {
    const { url, login: of, expiresAt } = made;
    terminal.print(jsonText({ url, login: of, expires_at: expiresAt.toISOString() }));
  } else {
    terminal.remark(serveTexts.linkFor(made.login));
    terminal.print(made.url);
  }
  return 0;
}
