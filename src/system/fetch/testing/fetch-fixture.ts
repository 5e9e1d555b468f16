// For tests: real servers on loopback, and a fetch with nothing allowed but what a test says.

import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { FetchedBody, FetchRequest } from '../fetch-request.ts';
import { createSafeFetch, type SafeFetchParts } from '../safe-fetch.ts';

export interface TestServers {
  /** Answers the port. */
  readonly serve: (listener: RequestListener) => Promise<number>;
  readonly closeAll: () => Promise<void>;
}

export function createTestServers(): TestServers {
  const servers: Server[] = [];
  return {
    async serve(listener) {
      const server = createServer(listener).listen(0, '127.0.0.1');
      servers.push(server);
      await once(server, 'listening');
      const address = server.address();
      return typeof address === 'object' && address !== null ? address.port : 0;
    },
    async closeAll() {
      for (const server of servers.splice(0)) {
        const closed = once(server, 'close');
        server.close();
        server.closeAllConnections();
        await closed;
      }
    },
  };
}

export function get(
  asked: Partial<FetchRequest> & { readonly url: string },
  parts: Partial<SafeFetchParts> = {},
): Promise<FetchedBody> {
  const fetch = createSafeFetch({ allowHosts: [], ...parts });
  return fetch({ signal: new AbortController().signal, limitMs: 5000, ...asked });
}
