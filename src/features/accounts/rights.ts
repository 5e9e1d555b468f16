// What a caller may do: their position in the organisation, narrowed by the scopes of what they came with.

import { AppError } from '#base/app-error.ts';
import { accountTexts } from '#contract/texts/account-texts.ts';
import type { Caller, Position } from './caller.ts';

/** Looks at one's own things. */
export function requireReading(caller: Caller): void {
  if (!caller.scopes.includes('read') && !caller.scopes.includes('admin')) {
    throw new AppError('not-allowed', accountTexts.scopeNeeded('read'));
  }
}

/** Changes one's own things. */
export function requireChanging(caller: Caller): void {
  if (!caller.scopes.includes('admin')) {
    throw new AppError('not-allowed', accountTexts.scopeNeeded('admin'));
  }
}

/** Looks at what is the whole organisation's. */
export function requireAdminReading(caller: Caller): void {
  requirePosition(caller);
  requireReading(caller);
}

/** Changes what is the whole organisation's. */
export function requireAdminChanging(caller: Caller): void {
  requirePosition(caller);
  requireChanging(caller);
}

export function requireOwnerChanging(caller: Caller): void {
  if (caller.position !== 'owner') throw new AppError('not-allowed', accountTexts.ownerNeeded());
  requireChanging(caller);
}

/** Admins manage everybody but owners; owners everybody. Holds for a position that somebody has and for one they get. */
export function requireAbove(caller: Caller, position: Position): void {
  if (position === 'owner' && caller.position !== 'owner') {
    throw new AppError('not-allowed', accountTexts.ownerNeeded());
  }
}

export function isAdmin(position: Position): boolean {
  return position === 'admin' || position === 'owner';
}

function requirePosition({ position }: Caller): void {
  if (!isAdmin(position)) throw new AppError('not-allowed', accountTexts.adminNeeded());
}
