// Days and months of UTC: what usage is counted by.

/** `2026-11-30`. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

/** `2026-11-01`. */
export function monthStartOf(moment: Date): string {
  return `${moment.toISOString().slice(0, 8)}01`;
}

export function nextDayOf(moment: Date): Date {
  return new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth(), moment.getUTCDate() + 1));
}

export function nextMonthOf(moment: Date): Date {
  return new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + 1, 1));
}
