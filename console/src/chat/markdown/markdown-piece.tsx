// One piece of Markdown, read once for as long as it stays the same.

import { memo, useId, type ReactNode } from 'react';
import ReactMarkdown, { type Options } from 'react-markdown';
import rehypeSanitize from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import { viewerTexts } from '#contract/texts/console-chat-texts.ts';
import { useText } from '../../text/use-text.ts';
import { markdownParts } from './markdown-parts.tsx';
import { mayHaveMath, withMathMarks } from './math-marks.ts';
import { PlainWhereBroken } from './plain-where-broken.tsx';
import { rawAsText } from './raw-as-text.ts';
import { useCodePlugins, useMathPlugins } from './rich-plugins.ts';
import { SAFE_SCHEMA, safeUrl } from './safe-markdown.ts';
import { withinDepth } from './within-depth.ts';

export const MarkdownPiece = memo(function MarkdownPiece({
  text,
}: {
  readonly text: string;
}): ReactNode {
  const hasMath = mayHaveMath(text);
  const math = useMathPlugins(hasMath);
  const code = useCodePlugins(/^ {0,3}(?:```|~~~)\s*\w/m.test(text));
  const id = useId();
  const { text: label } = useText();
  const remark: Options['remarkPlugins'] = [remarkGfm, ...(math?.remark ?? [])];
  const shallow = withinDepth(text);
  return (
    <PlainWhereBroken text={text}>
      <ReactMarkdown
        remarkPlugins={remark}
        // What is drawn of a formula and coloured in code is made of text that is safe by then.
        rehypePlugins={[rawAsText, [rehypeSanitize, SAFE_SCHEMA], ...(math?.rehype ?? []), ...code]}
        remarkRehypeOptions={{
          clobberPrefix: `${id}-`,
          footnoteLabel: label(viewerTexts.footnotes()),
          footnoteBackLabel: label(viewerTexts.footnoteBack()),
        }}
        urlTransform={safeUrl}
        components={markdownParts}
      >
        {hasMath && math !== undefined ? withMathMarks(shallow) : shallow}
      </ReactMarkdown>
    </PlainWhereBroken>
  );
});
