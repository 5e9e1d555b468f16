// Tells the process that runs a session's turn that it is to stop, wherever that is.

import type { Database } from '#system/database/database.ts';
import { listen, type Listener } from '#system/database/notifications.ts';

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

export interface StopNoticesParts {
  readonly database: Database;
  /** Sessions that have a turn here. */
  readonly isRunning: (sessionId: string) => boolean;
  readonly stop: (sessionId: string) => void;
  readonly onFailure: (error: unknown) => void;
}

export function hearStopNotices(parts: StopNoticesParts): Listener {
  const { database, isRunning, stop, onFailure } = parts;
  const look = async (sessionId: string): Promise<void> => {
    if (!isRunning(sessionId)) return;
    const rows = await database.run({
      name: 'stop-wanted',
      text: `select 1 from platform.turns
        where session_id = $1 and state = 'running' and not is_stop_wanted`,
      values: [sessionId],
    });
    if (rows.length === 0) stop(sessionId);
  };
  return listen(database, [CHANNEL], {
    onPayload: (sessionId) => void look(sessionId).catch(onFailure),
    // What was wanted meanwhile is found with the next renewal of the lease, or at the turn's end.
    onGap: () => undefined,
  });
}
