// The clients of `stream-delivery`, in a process of their own: one WebSocket a session. Says when all follow, and at
// the end of its input how many events came.

import { once } from 'node:events';
import { WebSocket } from 'ws';

const [port, sessions, prefix] = process.argv.slice(2);
let followed = 0;
let received = 0;

const sockets = await Promise.all(
  Array.from({ length: Number(sessions) }, async (_, at) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`);
    socket.on('message', (data: Buffer) => {
      if (data.includes('"type":"event"')) received += 1;
      else followed += 1;
      if (followed === Number(sessions)) {
        followed += 1;
        process.stdout.write('ready\n');
      }
    });
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'subscribe', session: `${prefix}-${at}`, after: 0 }));
    return socket;
  }),
);

process.stdin.resume();
await once(process.stdin, 'end');
// What was sent before the end of the input is on its way: the count is done when it stands still.
for (let before = -1; before !== received;) {
  before = received;
  await new Promise((resolve) => setTimeout(resolve, 200));
}
process.stdout.write(`${received}\n`);
for (const socket of sockets) socket.terminate();
