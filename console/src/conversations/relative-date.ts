// When something was last said, as people say it, in the zone of whoever reads it.

import type { Language } from '#base/text.ts';
import { LOCALES } from '../text/locale.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

export type DateGroup = 'today' | 'yesterday' | 'thisWeek' | 'earlier';

export function dateGroup(moment: Date, now: Date): DateGroup {
  const days = daysBetween(moment, now);
  if (days <= 0) return 'today';
  if (days === 1) return 'yesterday';
  return days < 7 ? 'thisWeek' : 'earlier';
}

/** Undefined: just now. */
export function relativeDate(moment: Date, now: Date, language: Language): string | undefined {
  const agoMs = now.getTime() - moment.getTime();
  if (agoMs < MINUTE_MS) return undefined;
  const relative = new Intl.RelativeTimeFormat(LOCALES[language], {
    numeric: 'auto',
    style: 'short',
  });
  if (agoMs < HOUR_MS) return relative.format(-Math.floor(agoMs / MINUTE_MS), 'minute');
  const days = daysBetween(moment, now);
  if (days === 0) return relative.format(-Math.floor(agoMs / HOUR_MS), 'hour');
  if (days < 7) return relative.format(-days, 'day');
  const isThisYear = moment.getFullYear() === now.getFullYear();
  return new Intl.DateTimeFormat(LOCALES[language], {
    month: 'short',
    day: 'numeric',
    ...(!isThisYear && { year: 'numeric' }),
  }).format(moment);
}

export function wholeDate(moment: Date, language: Language): string {
  return new Intl.DateTimeFormat(LOCALES[language], {
    dateStyle: 'full',
    timeStyle: 'short',
  }).format(moment);
}

/** Nights between, whatever the hours: the zone's own midnights count, and so do days of 23 and 25 hours. */
function daysBetween(earlier: Date, later: Date): number {
  return Math.round((dayOf(later) - dayOf(earlier)) / (24 * HOUR_MS));
}

function dayOf(date: Date): number {
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
}
