// What is loaded only where a reply needs it: formulas and coloured code.

import { useEffect, useState } from 'react';
import type { Options } from 'react-markdown';
import type { MathPlugins } from './math-plugins.ts';

type Plugins = NonNullable<Options['rehypePlugins']>;

const NONE: MathPlugins = { remark: [], rehype: [] };

let mathPlugins: MathPlugins | undefined;
let codePlugins: Plugins | undefined;

/** Undefined until they are there. A part that can't be loaded is done without: its text is readable as it is. */
export function useMathPlugins(isWanted: boolean): MathPlugins | undefined {
  return (
    useLater(isWanted, mathPlugins, async () => {
      const { mathParts } = await import('./math-parts.ts');
      mathPlugins = mathParts;
      return mathPlugins;
    }) ?? (isWanted ? undefined : NONE)
  );
}

export function useCodePlugins(isWanted: boolean): Plugins {
  return (
    useLater(isWanted, codePlugins, async () => {
      const { codeParts } = await import('./code-parts.ts');
      codePlugins = codeParts;
      return codePlugins;
    }) ?? []
  );
}

function useLater<Part>(
  isWanted: boolean,
  loaded: Part | undefined,
  load: () => Promise<Part>,
): Part | undefined {
  const [, setCount] = useState(0);
  const isMissing = isWanted && loaded === undefined;
  useEffect(() => {
    if (!isMissing) return;
    void load()
      .then(() => setCount((count) => count + 1))
      .catch(() => undefined);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- one and the same loading, whichever render asks for it
  }, [isMissing]);
  return isWanted ? loaded : undefined;
}
