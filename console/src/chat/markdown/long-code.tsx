// Code or text of any length: in parts of some lines, of which the browser draws those that are seen.

import { memo, useMemo, type ReactNode } from 'react';
import { CodeFrame } from './code-block.tsx';

const PART_LINES = 200;

export function LongCode({ fenced }: { readonly fenced: string }): ReactNode {
  const { language, code } = useMemo(() => openedFence(fenced), [fenced]);
  return (
    <CodeFrame language={language} text={() => code}>
      <LongText text={code} />
    </CodeFrame>
  );
}

export function LongText({ text }: { readonly text: string }): ReactNode {
  const parts = useMemo(() => partsOf(text), [text]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by the keyboard
    <pre className="qiao-long" tabIndex={0} dir="ltr">
      {parts.map((part, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- parts are only added at the end
        <LongPart key={index} text={part} />
      ))}
    </pre>
  );
}

const LongPart = memo(function LongPart({ text }: { readonly text: string }): ReactNode {
  return <span className="qiao-long-part">{text}</span>;
});

function partsOf(text: string): readonly string[] {
  const lines = text.split('\n');
  const parts: string[] = [];
  for (let at = 0; at < lines.length; at += PART_LINES)
    parts.push(lines.slice(at, at + PART_LINES).join('\n'));
  return parts;
}

function openedFence(fenced: string): { readonly language: string; readonly code: string } {
  const end = fenced.indexOf('\n');
  const [, fence = '```', language = ''] = /^ {0,3}(`{3,}|~{3,})\s*(\S*)/.exec(fenced) ?? [];
  const code = fenced.slice(end + 1).trimEnd();
  const last = code.lastIndexOf('\n') + 1;
  const isClosed = code.slice(last).trim().startsWith(fence);
  return { language, code: isClosed ? code.slice(0, Math.max(last - 1, 0)) : code };
}
