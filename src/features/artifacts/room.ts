// How much a role may still store: asked before something is stored, and counted while it comes.

export interface Room {
  /** Bytes; Infinity where nobody counts. */
  readonly leftBytes: number;
  /** Throws `limit-reached` for more than is left, and then for everything after. */
  take(bytes: number): void;
}

export const UNLIMITED: Room = { leftBytes: Infinity, take: () => undefined };

/** `refusal` is thrown where it is full. */
export function createRoom(bytes: number, refusal: () => Error): Room {
  let left = bytes;
  return {
    get leftBytes() {
      return left;
    },
    take(taken) {
      left -= taken;
      if (left < 0) throw refusal();
    },
  };
}
