// A way to PostgreSQL that a test can break: a socket of its own that passes everything on.

import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, type Database, type DatabaseOptions } from '#system/database/database.ts';
import type { TestDatabase } from '#system/database/testing/test-database.ts';

export interface BreakableConnection {
  readonly database: Database;
  /** Nothing that PostgreSQL answers arrives any more: what is sent is carried out all the same. */
  muffle(): void;
  /** Every connection breaks, and no other can be made. */
  cut(): Promise<void>;
  mend(): Promise<void>;
  end(): Promise<void>;
}

export async function openBreakably(
  { address }: Pick<TestDatabase, 'address'>,
  options: DatabaseOptions = {},
): Promise<BreakableConnection> {
  if (!('port' in address)) throw new TypeError('the tests’ server has a port');
  const folder = await mkdtemp(join(tmpdir(), 'qiao-way-'));
  const name = `.s.PGSQL.${address.port}`;
  const sockets = new Set<Socket>();
  let isMuffled = false;
  let server: Server;

  const pass = (client: Socket) => {
    const postgres = connect(join(address.host, name));
    for (const socket of [client, postgres]) {
      sockets.add(socket);
      socket
        .on('error', () => undefined)
        .on('close', () => [client, postgres].map((s) => s.destroy()));
    }
    client.pipe(postgres);
    postgres.on('data', (answer) => isMuffled || client.write(answer));
  };
  const mend = async () => {
    isMuffled = false;
    server = createServer(pass);
    await new Promise<void>((resolve) => server.listen(join(folder, name), resolve));
  };
  const cut = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  };

  await mend();
  const database = openDatabase({ ...address, host: folder }, options);
  return {
    database,
    muffle: () => (isMuffled = true),
    cut,
    mend,
    async end() {
      await database.close();
      await cut();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
