// Pictures among the files: small in the conversation, and larger in a dialogue.

import './pictures.css';
import { Button, Modal } from 'antd';
import { useState, type ReactNode } from 'react';
import { viewerTexts } from '#contract/texts/console-chat-texts.ts';
import { useText } from '../../text/use-text.ts';

export interface Picture {
  readonly key: string;
  readonly name: string;
  readonly bytes: number;
  readonly saved: string;
  readonly shown: string;
}

interface MaybePicture extends Omit<Picture, 'saved' | 'shown'> {
  readonly kind: string;
  readonly saved: string | undefined;
  readonly shown: string | undefined;
}

/** A larger one is fetched by whoever wants it. */
const MOST_BYTES = 20_000_000;
/** What every browser draws. An SVG that is drawn as a picture neither runs a script nor fetches anything. */
const DRAWN = /\.(?:png|jpe?g|gif|webp|svg)$/i;

export function isShownPicture<File extends MaybePicture>(file: File): file is File & Picture {
  const { kind, name, bytes, saved, shown } = file;
  const isDrawn = kind === 'image' && DRAWN.test(name);
  return isDrawn && bytes > 0 && bytes <= MOST_BYTES && saved !== undefined && shown !== undefined;
}

/** Nothing where there are none. */
export function Pictures({ pictures }: { readonly pictures: readonly Picture[] }): ReactNode {
  if (pictures.length === 0) return null;
  return (
    <ul className="qiao-pictures">
      {pictures.map((picture) => (
        <PictureItem key={picture.key} picture={picture} />
      ))}
    </ul>
  );
}

function PictureItem({ picture }: { readonly picture: Picture }): ReactNode {
  const { text } = useText();
  const [isLarge, setLarge] = useState(false);
  const [isBroken, setBroken] = useState(false);
  const { name, saved, shown } = picture;
  // One that can't be drawn, or was deleted since, is still among the files.
  if (isBroken) return null;
  return (
    <li>
      <button
        type="button"
        className="qiao-picture"
        aria-label={text(viewerTexts.larger(name))}
        title={text(viewerTexts.larger(name))}
        onClick={() => setLarge(true)}
      >
        <img src={shown} alt="" loading="lazy" onError={() => setBroken(true)} />
      </button>
      <Modal
        open={isLarge}
        onCancel={() => setLarge(false)}
        title={<bdi className="qiao-picture-name">{name}</bdi>}
        width="min(1200px, calc(100vw - 32px))"
        centered
        destroyOnHidden
        footer={
          <Button href={saved} download={name}>
            {text(viewerTexts.save())}
          </Button>
        }
      >
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by the keyboard */}
        <div className="qiao-picture-place" role="group" aria-label={name} tabIndex={0}>
          <img className="qiao-picture-large" src={shown} alt={name} />
        </div>
      </Modal>
    </li>
  );
}
