// Who may set up what others use; false too until it is known.

import { isPositionEnough } from '#contract/api/route.ts';
import { useMe } from './use-me.ts';

export function useIsAdmin(): boolean {
  const { data: me } = useMe();
  return me !== undefined && isPositionEnough(me.person.position, 'admin');
}
