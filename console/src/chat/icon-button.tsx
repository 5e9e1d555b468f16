// A small button without a word: light, as every message has some.

import type { ReactNode } from 'react';

export interface IconButtonProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly onClick: () => void;
  /** Only there while nothing is worked on. */
  readonly isForCalm?: boolean;
}

export function IconButton({ label, icon, onClick, isForCalm }: IconButtonProps): ReactNode {
  return (
    <button
      type="button"
      className="qiao-icon"
      aria-label={label}
      title={label}
      data-calm={isForCalm}
      onClick={onClick}
    >
      {icon}
    </button>
  );
}
