// How much a role may still store: asked before something is stored, and counted while it comes.

export interface Room {
  /** Throws `limit-reached` where so much more is too much; nothing is counted. */
  check(bytes: number): void;
  /** Counts it; throws `limit-reached` where it is too much, and then for everything after. */
  take(bytes: number): void;
}

export const UNLIMITED: Room = { check: () => undefined, take: () => undefined };

export interface RoomParts {
  /** Thrown where it is full. */
  readonly refusal: () => Error;
  readonly onTaken: (bytes: number) => void;
}

export function createRoom(bytes: number, { refusal, onTaken }: RoomParts): Room {
  let left = bytes;
  const check = (asked: number): void => {
    if (asked > left) throw refusal();
  };
  return {
    check,
    take(taken) {
      check(taken);
      left -= taken;
      onTaken(taken);
    },
  };
}
