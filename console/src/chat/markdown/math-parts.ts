// Formulas: loaded with the first reply that has one.

import 'katex/dist/katex.min.css';
import rehypeKatex from 'rehype-katex';
import remarkMath from 'remark-math';
import type { MathPlugins } from './math-plugins.ts';

/** Drawn after the text was made safe; a formula can neither link nor load, nor grow without end. */
export const mathParts: MathPlugins = {
  remark: [remarkMath],
  rehype: [
    [
      rehypeKatex,
      { trust: false, strict: 'ignore', maxExpand: 200, maxSize: 20, throwOnError: false },
    ],
  ],
};
