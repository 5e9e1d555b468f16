// Coloured code: loaded with the first reply that has code of a known language.

import type { Options } from 'react-markdown';
import rehypeHighlight from 'rehype-highlight';

export const codeParts: NonNullable<Options['rehypePlugins']> = [
  [rehypeHighlight, { detect: false, plainText: ['mermaid', 'text', 'txt', 'plain'] }],
];
