// What the start of the server is held against: a bare Hono server and the same PostgreSQL, started by hand.

import { spawn } from 'node:child_process';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { Client } from 'pg';

const [program = '', cluster = '', socket = '', password = '', uid = '', port = ''] =
  process.argv.slice(2);
const server = spawn(
  program,
  ['-D', cluster, '-c', 'listen_addresses=', '-c', `unix_socket_directories=${socket}`],
  { ...(uid !== '' && { uid: Number(uid), gid: Number(uid) }), cwd: cluster, stdio: 'ignore' },
);
const client = await connected();
const app = new Hono();
app.get('/readyz', async (context) => {
  await client.query('select 1');
  return context.json({ status: 'ready' });
});
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(port) });
process.once('SIGTERM', () => {
  server.once('exit', () => process.exit(0));
  server.kill('SIGINT');
});

async function connected(): Promise<Client> {
  for (;;) {
    const attempt = new Client({ host: socket, user: 'postgres', password, database: 'postgres' });
    attempt.on('error', () => undefined);
    try {
      await attempt.connect();
      return attempt;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  }
}
