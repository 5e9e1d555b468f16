// Tells the process that runs a session's turn that it is to stop, wherever that is.

import type { Database } from '#system/database/database.ts';
import { listen, type Listener } from '#system/database/notifications.ts';
import type { Platform } from './compose-platform.ts';

const CHANNEL = 'qiao_stop';

/** Whoever runs there looks at the row: a notice by itself, which any role of the database can send, stops nothing. */
export async function tellStop(database: Database, sessionId: string): Promise<void> {
  await database.again(() =>
    database.run({
      name: 'tell-stop',
      text: `select pg_notify('${CHANNEL}', $1)`,
      values: [sessionId],
    }),
  );
}

export function hearStopNotices({ instance, runner }: Platform): Listener {
  const { database, log } = instance;
  const look = async (sessionId: string): Promise<void> => {
    if (!runner.sessions().includes(sessionId)) return;
    const [row] = await database.again(() =>
      database.run({ name: 'stop-wanted', text: WANTED, values: [sessionId] }),
    );
    if (typeof row?.['turn'] === 'string') runner.stop(sessionId, row['turn']);
    else if (row?.['is_deleted'] === true) runner.stop(sessionId);
  };
  const hear = (sessionId: string): void =>
    void look(sessionId).catch((error: unknown) => log.error('stop-notice-failed', { error }));
  return listen(database, [CHANNEL], {
    onPayload: hear,
    onGap: () => {
      for (const sessionId of runner.sessions()) hear(sessionId);
    },
  });
}

const WANTED = `
  select (select id from platform.turns
      where session_id = $1 and state = 'running' and is_stop_wanted) as turn,
    not exists (select 1 from platform.sessions where id = $1) as is_deleted`;
