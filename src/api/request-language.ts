// The language that a request asks for.

import { LANGUAGES, type Language } from '#base/text.ts';

/** The one of ours that `Accept-Language` likes best; undefined where it names none. */
export function requestLanguage(header: string | undefined): Language | undefined {
  const wishes = (header ?? '')
    .slice(0, 500)
    .split(',')
    .map((wish) => {
      const [tag = '', ...parameters] = wish.trim().toLowerCase().split(';');
      const quality = parameters
        .find((each) => each.trim().startsWith('q='))
        ?.trim()
        .slice(2);
      return { tag, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality);
  for (const { tag } of wishes) {
    const language = LANGUAGES.find((each) => tag === each || tag.startsWith(`${each}-`));
    if (language !== undefined) return language;
  }
  return undefined;
}
