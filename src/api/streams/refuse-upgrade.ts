// Answers a WebSocket request that is refused: an HTTP answer with the API's error shape, then the end.

import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ErrorCode } from '#base/app-error.ts';

export interface Refusal {
  readonly status: 401 | 403 | 404 | 503;
  readonly code: ErrorCode;
  readonly message: string;
}

export function refuseUpgrade(socket: Duplex, { status, code, message }: Refusal): void {
  const body = JSON.stringify({ code, message });
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ];
  socket.once('finish', () => socket.destroy());
  socket.end(lines.join('\r\n'));
}
