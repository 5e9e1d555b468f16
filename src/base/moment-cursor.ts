// Cursors of listings that go by a moment and, where two are equal, by an id.

export interface MomentPlace {
  readonly moment: Date;
  readonly id: string;
}

const CURSOR = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_([\w-]{1,64})$/;

export function momentCursor({ moment, id }: MomentPlace): string {
  return `${moment.toISOString()}_${id}`;
}

/** Undefined for what `momentCursor` never gave: it is anybody's text. */
export function readMomentCursor(text: string): MomentPlace | undefined {
  const [, iso = '', id = ''] = CURSOR.exec(text) ?? [];
  const moment = new Date(iso);
  return Number.isNaN(moment.getTime()) ? undefined : { moment, id };
}
