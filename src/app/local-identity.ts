// Who acts where there is no server: one local role, without an organisation or a user.

import type { CallIdentity } from '#features/execution/index.ts';

export const LOCAL_IDENTITY: CallIdentity = {
  roleId: 'local',
  orgId: '',
  teamId: '',
  userId: '',
  sessionId: 'shared',
  isAdmin: false,
};
