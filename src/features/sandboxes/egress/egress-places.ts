// Where the way out begins inside a sandbox that has no network of its own.

import { fileURLToPath } from 'node:url';

/** Of the loopback inside. */
export const EGRESS_PORT = 3128;
export const EGRESS_SOCKET = '/run/egress.sock';
/** Joins the port to the socket, and starts the program (`egress_bridge.py PORT SOCKET PROGRAM …`). */
export const EGRESS_BRIDGE = fileURLToPath(
  new URL('../../../../python/qiao_sandbox/egress_bridge.py', import.meta.url),
);
