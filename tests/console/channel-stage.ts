// A chat stage whose conversations are on the text channel: with skills that go on in the background, and deliveries that fail.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { postgresParts } from '#app/postgres-parts.ts';
import { openDatabase } from '#system/database/database.ts';
import { openPostgres } from '#system/postgres/open-postgres.ts';
import { readSettings } from '#system/settings.ts';
import { makeSkill } from '../make-skill.ts';
import type { TestServer } from '../server/run-server.ts';

/** Goes on until it is told how to end, in a file of its workspace. */
const FILM = `import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
export async function execute({ silent = false }, ctx) {
  if (!silent) ctx.report_progress(0.4, 'scene 2 of 5 / 第 2 场');
  const told = join(ctx.workspace_dir, '.end');
  while (!existsSync(told)) await pause(30);
  const end = readFileSync(told, 'utf8');
  if (end === 'fail') return { success: false, error: 'The studio burnt down.' };
  await writeFile(join(ctx.workspace_dir, 'film.svg'), '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="80"><rect width="120" height="80" fill="#3653d0"/></svg>');
  return { ok: true, message: 'The film is ready.', filename: 'film.svg' };
}`;

export function makeFilmSkill(): Promise<string> {
  return makeSkill('film', {
    'SKILL.md': '---\nname: film\ndescription: Makes a film.\nasync: true\n---\n',
    'handler.ts': FILM,
  });
}

/** As the model asks for it. */
export const FILM_CALL = { name: 'film', arguments: {} } as const;

export async function newTextConversation({ client }: TestServer): Promise<string> {
  return (await client.call('sessions.create', { body: { channel: 'text' } })).id;
}

export async function endFilm(
  { client, dataFolder }: TestServer,
  session: string,
  how: 'done' | 'fail',
): Promise<void> {
  const params = { session_id: session };
  const { role_id: role } = await client.call('sessions.get', { params });
  writeFileSync(join(dataFolder, 'workspaces', role, session, '.end'), how);
}

/**
 * The messages of the conversation's answers are as a try left them. `isTooLong`: sent again, they are refused for good, as
 * longer than the channel takes.
 */
export async function leaveDeliveries(
  server: TestServer,
  session: string,
  left: {
    readonly state: 'failed' | 'unknown' | 'sending';
    readonly error: string;
    readonly isTooLong?: boolean;
    /** Only those of the latest answer. */
    readonly isLatest?: boolean;
  },
): Promise<void> {
  await untilSent(server, session);
  const settings = readSettings({ QIAO_DATA: server.dataFolder, LANG: 'en_US.UTF-8' });
  const postgres = await openPostgres(postgresParts(settings));
  const database = openDatabase(postgres.address, { poolSize: 1 });
  await database.execute(
    `update platform.delivery_parts set state = $2, error = nullif($3, ''), sent_at = null,
      body = case when $4 then json_build_object('kind', 'text', 'text', repeat('x', 5000)) else body end,
      lease_until = clock_timestamp() + interval '1 hour'
    where delivery_id in (select id from platform.deliveries where session_id = $1
      order by created_at desc limit case when $5 then 1 end)`,
    [session, left.state, left.error, left.isTooLong ?? false, left.isLatest ?? false],
  );
  await database.close();
  await postgres.stop();
}

/** What is still on its way would be told as sent after all. */
async function untilSent({ client }: TestServer, session: string): Promise<void> {
  for (;;) {
    const params = { session_id: session };
    const { items } = await client.call('turns.list', { params });
    const isUnderWay = items.some(({ deliveries }) =>
      deliveries.some(({ state }) => /made|queued|sending/.test(state)),
    );
    if (!isUnderWay) return;
    await pause(30);
  }
}
