// The tag by which browsers know each language: for dates, and for whoever reads the page aloud.

import type { Language } from '#base/text.ts';

export const LOCALES = { zh: 'zh-CN', en: 'en' } as const satisfies Record<Language, string>;
