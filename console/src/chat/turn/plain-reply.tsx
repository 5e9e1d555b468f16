// A reply as a channel without Markdown has it: line by line, as it was sent there, with its addresses as links.

import { memo, type ReactNode } from 'react';

const ADDRESS = /(https?:\/\/[^\s<>"'，。；）」]+)/;

export const PlainReply = memo(function PlainReply({ text }: { readonly text: string }): ReactNode {
  return (
    <div className="qiao-plain" dir="auto">
      {text.split(ADDRESS).map((part, index) =>
        index % 2 === 0 ? (
          part
        ) : (
          // oxlint-disable-next-line react/no-array-index-key -- a reply does not change
          <a key={index} href={part} target="_blank" rel="noopener noreferrer nofollow">
            {part}
          </a>
        ),
      )}
    </div>
  );
});
