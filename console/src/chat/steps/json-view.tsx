// A JSON value to read and to copy; of a large one the beginning, with ways to the rest.

import { Button } from 'antd';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { cutText } from '#base/cut-text.ts';
import type { JsonValue } from '#base/json.ts';
import { messageTexts, viewerTexts } from '#contract/texts/console-chat-texts.ts';
import { useText } from '../../text/use-text.ts';
import { CopyButton } from '../copy-button.tsx';
import { LongText } from '../markdown/long-code.tsx';
import { byteText } from '../turn/byte-text.ts';

export interface JsonViewProps {
  readonly value: JsonValue | undefined;
  /** Of the file that it is downloaded as. */
  readonly name: string;
}

const SHOWN_CHARS = 4000;
/** More than this no page shows well. */
const MOST_CHARS = 1_000_000;

export function JsonView({ value, name }: JsonViewProps): ReactNode {
  const { text } = useText();
  const whole = useMemo(() => JSON.stringify(value, undefined, 2) ?? '', [value]);
  const [isWhole, setWhole] = useState(false);
  const most = isWhole ? MOST_CHARS : SHOWN_CHARS;
  const shown = cutText(whole, most);
  const isCut = shown.length < whole.length;
  return (
    <div className="qiao-json">
      <div className="qiao-json-copy">
        <CopyButton text={() => whole} />
      </div>
      <LongText text={isCut ? `${shown}…` : shown} />
      {whole.length > SHOWN_CHARS && (
        <div className="qiao-json-foot">
          {isCut && (
            <span>{text(viewerTexts.cut(byteText(shown.length), byteText(whole.length)))}</span>
          )}
          <Button size="small" type="link" onClick={() => setWhole(!isWhole)}>
            {text(isWhole ? messageTexts.showLess() : messageTexts.showAll())}
          </Button>
          {whole.length > MOST_CHARS && <Download whole={whole} name={name} />}
        </div>
      )}
    </div>
  );
}

function Download({ whole, name }: { readonly whole: string; readonly name: string }): ReactNode {
  const { text } = useText();
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([whole], { type: 'application/json' }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [whole]);
  return (
    <a href={address} download={`${name}.json`}>
      {text(viewerTexts.download())}
    </a>
  );
}
