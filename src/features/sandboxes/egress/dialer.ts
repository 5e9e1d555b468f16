// Connects to an address that was checked, for as long as somebody waits for it.

import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { AppError } from '#base/app-error.ts';
import { fetchTexts } from '#contract/texts/fetch-texts.ts';
import type { Target } from '#system/fetch/check-target.ts';

export interface Dialer {
  /**
   * Gives up as soon as `client` is gone. Throws `server-unreachable` where too many are waited for already, else what
   * `check` or the system throws.
   */
  dial(client: Duplex, check: () => Promise<Target>): Promise<Dialed>;
}

interface Dialed {
  readonly target: Target;
  /** Open, and its `client` still there. */
  readonly socket: Socket;
}

const CONNECT_MS = 15_000;

/** A client that leaves and comes again waits for as many as it likes; `most` bounds what that takes. */
export function createDialer(most: number): Dialer {
  let underWay = 0;
  return {
    dial: async (client, check) => {
      if (underWay >= most) throw unreachable('', 'EMFILE');
      underWay += 1;
      try {
        const target = await check();
        const socket = await dialFirst(target, client);
        if (!client.destroyed) return { target, socket };
        socket.destroy();
        throw unreachable(target.url.host, 'ECONNABORTED');
      } finally {
        underWay -= 1;
      }
    },
  };
}

/** To one of the addresses that were checked, and nowhere else. */
async function dialFirst({ url, addresses }: Target, client: Duplex): Promise<Socket> {
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  let failure: unknown = unreachable(url.host, 'ECONNABORTED');
  for (const address of addresses) {
    if (client.destroyed) break;
    try {
      return await dialOne([address, port], client);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

function dialOne([host, port]: readonly [string, number], client: Duplex): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, timeout: CONNECT_MS });
    const giveUp = () => socket.destroy(unreachable(host, 'ECONNABORTED'));
    client.once('close', giveUp);
    socket.once('connect', () => {
      client.off('close', giveUp);
      socket.setTimeout(0);
      resolve(socket);
    });
    socket.once('timeout', () => socket.destroy(unreachable(host, 'ETIMEDOUT')));
    socket.once('error', (error) => {
      client.off('close', giveUp);
      reject(error);
    });
  });
}

function unreachable(host: string, code: string): AppError {
  return new AppError('server-unreachable', fetchTexts.unreachable(host, code));
}
