// How the parts of Markdown are drawn: links that leave the page, tables that scroll, code that is copied.

import type { ComponentProps, ReactNode } from 'react';
import type { Components } from 'react-markdown';
import { viewerTexts } from '#contract/texts/console-chat-texts.ts';
import { useText } from '../../text/use-text.ts';
import { CodeBlock } from './code-block.tsx';
import { isInlinePicture } from './safe-markdown.ts';

/** The page's own headings stand above a reply's. */
export const markdownParts: Components = {
  a: Link,
  img: Picture,
  // Each item is read from its own side, and has its mark there.
  li: Item,
  table: Table,
  pre: CodeBlock,
  input: Tick,
  h1: ({ children }) => <h3 className="qiao-h1">{children}</h3>,
  h2: ({ children, id }) => (
    <h4 className="qiao-h2" id={id}>
      {children}
    </h4>
  ),
  h3: ({ children }) => <h5 className="qiao-h3">{children}</h5>,
  h4: ({ children }) => <h6>{children}</h6>,
  h5: ({ children }) => <h6>{children}</h6>,
};

function Item({ children, className, id }: ComponentProps<'li'>): ReactNode {
  return (
    <li dir="auto" className={className} id={id}>
      {children}
    </li>
  );
}

function Link({ href, children, id, 'aria-label': label }: ComponentProps<'a'>): ReactNode {
  // One that leads nowhere safe is its text.
  if (href === undefined || href === '') return <span>{children}</span>;
  const isHere = href.startsWith('#');
  return (
    <a
      href={href}
      id={id}
      aria-label={label}
      {...(!isHere && { target: '_blank', rel: 'noopener noreferrer nofollow' })}
    >
      {children}
    </a>
  );
}

function Picture({ src, alt = '' }: ComponentProps<'img'>): ReactNode {
  const { text } = useText();
  const name = text(viewerTexts.picture(alt));
  if (typeof src !== 'string' || src === '') return <span>{name}</span>;
  if (isInlinePicture(src)) return <img src={src} alt={alt} loading="lazy" />;
  return (
    <a href={src} target="_blank" rel="noopener noreferrer nofollow">
      {name}
    </a>
  );
}

function Table({ children }: ComponentProps<'table'>): ReactNode {
  const { text } = useText();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by the keyboard
    <div className="qiao-scroll" role="group" aria-label={text(viewerTexts.table())} tabIndex={0}>
      <table>{children}</table>
    </div>
  );
}

function Tick({ checked }: ComponentProps<'input'>): ReactNode {
  return (
    <span role="img" aria-label={checked === true ? '✓' : '–'}>
      {checked === true ? '☑' : '☐'}{' '}
    </span>
  );
}
