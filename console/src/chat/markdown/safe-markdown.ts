// What of a reply may be shown: no script, no handler, no link that runs something, no picture that is fetched from elsewhere.

import { defaultSchema, type Options } from 'rehype-sanitize';

const { attributes = {}, protocols = {} } = defaultSchema;

export const SAFE_SCHEMA: Options = {
  ...defaultSchema,
  // The only ids are footnotes', under a name of their own message.
  clobber: [],
  attributes: {
    ...attributes,
    // `math-inline` and `math-display` tell what is a formula.
    code: [['className', /^language-./, 'math-inline', 'math-display']],
  },
  protocols: {
    ...protocols,
    href: ['http', 'https', 'mailto'],
    // Only a picture in the text itself is drawn; another one is a link to it.
    src: ['data', 'http', 'https'],
  },
};

/** A picture that stands in the text itself. One that is fetched would tell its server who reads what, and when. */
export function isInlinePicture(src: string): boolean {
  return /^data:image\/(?:png|jpe?g|gif|webp);base64,/i.test(src);
}

/** Where a link or a picture may lead; undefined: nowhere. */
export function safeUrl(url: string, key: string): string | undefined {
  if (key === 'src' && isInlinePicture(url)) return url;
  const isLink = /^(?:https?:|mailto:|#)/i.test(url.trim());
  return isLink ? url : undefined;
}
