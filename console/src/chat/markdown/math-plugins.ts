// What reads formulas, and what draws them.

import type { Options } from 'react-markdown';

type Plugins = NonNullable<Options['rehypePlugins']>;

export interface MathPlugins {
  readonly remark: Plugins;
  readonly rehype: Plugins;
}
