// A provider's own words, made fit to be shown: short, on one line and without secrets.

import { cutText } from '#base/cut-text.ts';

const MOST_CHARS = 300;

/** Providers repeat the key they refuse, and addresses may bear a password. */
const SECRETS = [
  /\b(sk|pk|key|gsk|xai|tp|ak)-[A-Za-z0-9*_.-]{6,}/g,
  /\bAIza[A-Za-z0-9_-]{10,}/g,
  /(?<=\bBearer\s+)\S+/gi,
  /(?<=:\/\/)[^/\s@]+@/g,
] as const;

export function saidText(said: string, apiKey: string | undefined): string {
  const known = apiKey === undefined || apiKey === '' ? said : said.replaceAll(apiKey, '***');
  const masked = SECRETS.reduce((text, secret) => text.replace(secret, '***'), known);
  const line = masked.replace(/\s+/g, ' ').trim();
  return line.length > MOST_CHARS ? `${cutText(line, MOST_CHARS - 1)}…` : line;
}
