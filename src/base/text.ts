// A sentence for people, in both languages. Code passes it around whole; the edge that prints it picks one.

export const LANGUAGES = ['zh', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

export type Text = Readonly<Record<Language, string>>;

/** A sentence of somebody else's, to stand inside one of ours: without the full stop at its end. */
export function withoutFullStop(sentence: string): string {
  return sentence.trimEnd().replace(/[.。]$/, '');
}

/** A text that is the same in every language: a path, a name, or what another program said. */
export function sameText(text: string): Text {
  return { zh: text, en: text };
}
