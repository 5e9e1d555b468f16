// One page of an answer: as many items as have room, and at least one, cut where it must be.

import { cutText } from '#base/cut-text.ts';
import type { JsonValue } from '#base/json.ts';
import { isJsonLonger, jsonStart } from '#features/results/index.ts';

export interface Page {
  readonly items: readonly JsonValue[];
  /** The first one alone had no room: its beginning stands for it. */
  readonly isCut: boolean;
  /** False where it had no room: the page ends before it. */
  add(item: JsonValue): boolean;
}

/** `room`: characters of JSON. */
export function createPage(room: number): Page {
  const items: JsonValue[] = [];
  let left = room - 2;
  let isCut = false;
  return {
    items,
    get isCut() {
      return isCut;
    },
    add(item) {
      if (isCut) return false;
      if (!isJsonLonger(item, left - 1)) {
        left -= JSON.stringify(item).length + 1;
        items.push(item);
        return true;
      }
      if (items.length > 0) return false;
      items.push(startThatFits(item, left));
      isCut = true;
      return true;
    },
  };
}

/** Text of at most `room` characters as JSON. */
export function textThatFits(text: string, room: number): string {
  let cut = cutText(text, Math.max(1, room - 2));
  while (cut.length > 1 && isJsonLonger(cut, room)) {
    const share = room / JSON.stringify(cut).length;
    cut = cutText(cut, Math.max(1, Math.floor(cut.length * Math.min(0.95, share))));
  }
  return cut;
}

function startThatFits(item: JsonValue, room: number): string {
  return textThatFits(typeof item === 'string' ? item : jsonStart(item, room + 1), room);
}
