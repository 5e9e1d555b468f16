// Guesses from a document which settings it talks about, where the package declares none (CFG-02).

import type { ConfigItem } from '#contract/inspect-report.ts';

/** Names with an ending that keys and addresses have, and any name that the text reads from the environment. */
const MENTION = new RegExp(
  [
    String.raw`\b([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*_(?:API_?KEY|KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASS|CREDENTIALS?|WEBHOOK|WEBHOOK_URL|PAT|DSN|APP_ID|CLIENT_ID|ACCOUNT_SID|KEY_ID|BASE_URL|API_URL|ENDPOINT))\b`,
    String.raw`process\.env(?:\.|\[["'])([A-Z][A-Z0-9_]+)`,
    String.raw`os\.(?:environ(?:\.get)?|getenv)\s*[([]\s*["']([A-Z][A-Z0-9_]+)`,
    String.raw`\bexport\s+([A-Z][A-Z0-9_]+)=(?!["']?\$)`,
  ].join('|'),
  'g',
);
const NOT_CONFIGURATION =
  /^(?:YOUR_|MY_|EXAMPLE_|SKILL_(?:WORKSPACE|DIR|CONTEXT)|(?:PATH|HOME|USER|PWD|SHELL|TERM|LANG|LC_ALL|TMPDIR|TZ|NODE_ENV|PYTHONPATH|EDITOR|DISPLAY|CI)$|.*_(?:PRIMARY|FOREIGN|PUBLIC|SORT|PARTITION)_KEY$|(?:PRIMARY|FOREIGN|PUBLIC|SORT|PARTITION)_KEY$)/;
const SECRET_NAME = /(?:KEY|TOKEN|SECRET|PASS(?:WORD|WD)?|CREDENTIALS?|PAT|DSN|WEBHOOK(?:_URL)?)$/i;

/** In the order of the text; never required. */
export function sniffConfig(body: string): readonly ConfigItem[] {
  const names = new Set<string>();
  for (const [, ...groups] of body.matchAll(MENTION)) {
    const name = groups.find((group) => group !== undefined);
    if (name !== undefined && !NOT_CONFIGURATION.test(name)) names.add(name);
  }
  return [...names].map((name) => ({
    name,
    required: false,
    secret: looksSecret(name),
    source: 'sniff',
  }));
}

export function looksSecret(name: string): boolean {
  return SECRET_NAME.test(name);
}
