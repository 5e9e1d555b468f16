import { expect, test } from 'vitest';
import { FIXED_CONTEXT_KEYS } from './fixed-context.ts';
import { dropReservedKeys, isReservedKey } from './reserved-keys.ts';

const RESERVED =
  'db session_id channel role_id user_id team_id org_id team_role emp_no actor_key skill_configs skill_args';

test.each([...RESERVED.split(' '), ...FIXED_CONTEXT_KEYS, 'actor_anything', '_called_by', '_'])(
  'CTX-09 reserves %s',
  (key) => {
    expect(isReservedKey(key)).toBe(true);
  },
);

test.each(['city', 'actors', 'database', 'Channel', 'chat_mode'])(
  'CTX-09 leaves %s free',
  (key) => {
    expect(isReservedKey(key)).toBe(false);
  },
);

test('CTX-09 drops reserved keys and names them, but not what the skill itself declares', () => {
  const input = { to: 'x', channel: 'web', user_id: 'u', _called_by: 'me' };
  expect(dropReservedKeys(input, new Set(['to', 'channel']))).toEqual({
    input: { to: 'x', channel: 'web' },
    dropped: ['user_id', '_called_by'],
  });
});
