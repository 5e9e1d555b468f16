// A server with async skills, a model that does what it is told, and conversations on a channel that waits for nothing.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname } from 'node:path';
import { vi } from 'vitest';
import { postgresParts } from '#app/postgres-parts.ts';
import type { RouteAnswer } from '#contract/api/routes.ts';
import type { ChatEvent } from '#contract/chat-events.ts';
import { openDatabase } from '#system/database/database.ts';
import { openPostgres } from '#system/postgres/open-postgres.ts';
import { readSettings } from '#system/settings.ts';
import { machineEnvironment } from '../machine-environment.ts';
import { makeSkill } from '../make-skill.ts';
import { startServer, type TestServer } from './run-server.ts';
import { startObedientModel, talkTo, type Talk } from './talk.ts';

type BackgroundItem = RouteAnswer<'background.list'>['items'][number];
type TurnItem = RouteAnswer<'turns.list'>['items'][number];

const MANIFEST = (name: string, more: string) =>
  `---\nname: ${name}\ndescription: Makes ${name}.\nasync: true\n${more}---\n`;

const SCHEMA = '{"type":"object","properties":{"wait":{"type":"boolean"}},"required":["wait"]}';

/** Waits for a file `go` in the workspace; leaves its process id and a line for each run there. */
const FILM = `
import asyncio, json, os, pathlib

async def execute(input_data, ctx):
    place = pathlib.Path(ctx["workspace_dir"])
    with open(place / "runs.log", "a") as log:
        log.write(str(os.getpid()) + "\\n")
    (place / "context.log").write_text(json.dumps(sorted(ctx.keys())))
    ctx["report_progress"](0.5, "half way")
    while input_data.get("wait") and not (place / "go.log").exists():
        await asyncio.sleep(0.05)
    if input_data.get("fail"):
        return {"success": False, "error": "the studio burnt down" * input_data.get("times", 1)}
    if input_data.get("words"):
        return {"ok": True, "result": input_data["words"] * input_data.get("times", 1)}
    (place / "film.png").write_bytes(b"\\x89PNG\\r\\n\\x1a\\n0000")
    return {"ok": True, "message": "The film is ready.", "filename": "film.png"}
`;

const PARENT = `
async def execute(input_data, ctx):
    return await ctx["call_skill"]("film", {"words": "inside its parent"})
`;

export interface Stage {
  readonly server: TestServer;
  readonly roots: readonly string[];
  readonly model: Awaited<ReturnType<typeof startObedientModel>>;
  readonly environment: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

export async function openStage(more: Readonly<Record<string, string>> = {}): Promise<Stage> {
  const model = await startObedientModel();
  const roots = [
    dirname(await makeSkill('film', { 'SKILL.md': MANIFEST('film', ''), 'handler.py': FILM })),
    dirname(
      await makeSkill('again', {
        'SKILL.md': MANIFEST('again', 'idempotent: true\n'),
        'schema.json': SCHEMA,
        'handler.py': FILM,
      }),
    ),
    dirname(await makeSkill('parent', { 'handler.py': PARENT })),
  ];
  const environment = {
    QIAO_MODEL: 'openai/stub',
    OPENAI_BASE_URL: model.baseUrl,
    OPENAI_API_KEY: 'sk-test',
    ...more,
  };
  const server = await startServer({ environment, skills: roots });
  return {
    server,
    roots,
    model,
    environment,
    async close() {
      await server.remove();
      await model.close();
    },
  };
}

export interface WorkerProcess {
  kill(signal: NodeJS.Signals): Promise<number | null>;
}

export async function startWorker({ server, roots, environment }: Stage): Promise<WorkerProcess> {
  const skills = roots.flatMap((root) => ['--skills', root]);
  const child = spawn(process.execPath, ['src/main.ts', 'worker', ...skills], {
    env: {
      ...machineEnvironment(),
      LANG: 'en_US.UTF-8',
      QIAO_DATA: server.dataFolder,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (bytes: Buffer) => (said += bytes.toString()));
  await new Promise<void>((resolve, reject) => {
    child.stdout.once('data', () => resolve());
    child.once('exit', (code) => reject(new Error(`ended with ${code}: ${said}`)));
  });
  return {
    async kill(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
      return child.exitCode;
    },
  };
}

/** A conversation of the owner's on another channel than the page's. */
export async function talkOn(
  { client, dataFolder }: TestServer,
  channel: string,
  externalId = '',
): Promise<Talk> {
  const talk = await talkTo(client);
  const settings = readSettings({ QIAO_DATA: dataFolder, LANG: 'en_US.UTF-8' });
  const postgres = await openPostgres(postgresParts(settings));
  const database = openDatabase(postgres.address, { poolSize: 1 });
  await database.execute(
    `update platform.sessions set channel = $2, external_id = case when $3 = '' then external_id else $3 end
    where id = $1`,
    [talk.session, channel, externalId],
  );
  await database.close();
  await postgres.stop();
  return talk;
}

export async function backgroundOf(
  { client }: TestServer,
  { session }: Talk,
): Promise<readonly BackgroundItem[]> {
  const params = { session_id: session };
  return (await client.call('background.list', { params, query: {} })).items;
}

export function until(
  server: TestServer,
  talk: Talk,
  isSo: (run: BackgroundItem) => boolean,
): Promise<BackgroundItem> {
  return vi.waitFor(
    async () => {
      const [run] = await backgroundOf(server, talk);
      if (run === undefined || !isSo(run)) throw new Error(`not yet: ${JSON.stringify(run)}`);
      return run;
    },
    { timeout: 50_000, interval: 100 },
  );
}

/** The oldest first. */
export async function turnsOf(
  { client }: TestServer,
  { session }: Talk,
): Promise<readonly TurnItem[]> {
  const params = { session_id: session };
  return (await client.call('turns.list', { params, query: { order: 'oldest' } })).items;
}

/** Everything that the stream has told so far. */
export async function toldIn(
  { client }: TestServer,
  { session }: Talk,
  until_: (event: ChatEvent) => boolean,
): Promise<readonly ChatEvent[]> {
  const following = new AbortController();
  const seen: ChatEvent[] = [];
  for await (const { event } of client.subscribe(session, { after: 0, signal: following.signal })) {
    seen.push(event);
    if (until_(event)) following.abort();
  }
  return seen;
}
