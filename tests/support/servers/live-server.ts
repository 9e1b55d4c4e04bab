import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ClientToServer, EndReason, ServerToClient } from '@selvedge/shared/realtime';
import type { Socket } from 'socket.io-client';
import type { Actor } from '../../../server/src/core/actor.ts';
import { unauthorized } from '../../../server/src/core/errors.ts';
import { type Limits, unlimited } from '../../../server/src/core/limits.ts';
import { openDatabase } from '../../../server/src/db/open.ts';
import { singleNode } from '../../../server/src/nodes/bus.ts';
import { createLog } from '../../../server/src/observability/log.ts';
import { acrossNodes } from '../../../server/src/realtime/across-nodes.ts';
import { createHub } from '../../../server/src/realtime/hub.ts';
import { startRealtime } from '../../../server/src/realtime/start-realtime.ts';
import { connectChecked } from '../contract/traffic.ts';
import { tradingWith } from '../people/trading.ts';
import { createDatabase } from './database.ts';

export type Client = Socket<ServerToClient, ClientToServer>;

/**
 * Starts the hub on its own port, with an empty database. A member's access token is their id, or anything
 * that the test puts into `tokens`.
 */
export async function startLiveServer(limits: Limits = unlimited) {
  const tokens = new Map<string, Actor>();
  const endedListeners = new Set<(ended: { sessionId: string; reason: EndReason }) => void>();
  const http = createServer();
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const log = createLog('error');
  const database = await createDatabase('sqlite');
  const db = await openDatabase(database.url, log);
  const hub = createHub({
    publicUrl: url,
    log,
    authenticate: async (token) => {
      const actor = tokens.get(token);
      if (!actor) throw unauthorized();
      return actor;
    },
    limits,
    isOn: () => true,
    currency: () => 'USD',
    addressOf: () => 'nowhere',
    sendToVisitors: () => undefined,
    onSessionEnded(listener) {
      endedListeners.add(listener);
      return () => endedListeners.delete(listener);
    },
  });
  const nodes = acrossNodes(singleNode, hub.publish);
  const parts = startRealtime({ db, log, hub, nodes });
  const { conversationContext: conversations } = parts;
  parts.serve({
    conversations,
    trading: tradingWith(nodes.publish),
    isOn: () => true,
    currency: () => 'USD',
    ended: () => undefined,
  });
  hub.attach(http);

  const clients: Client[] = [];
  return {
    url,
    db,
    publish: nodes.publish,
    isConnected: parts.isConnected,
    tokens,
    endSession: (sessionId: string, reason: EndReason = 'signed_out') => {
      for (const listener of endedListeners) listener({ sessionId, reason });
    },
    connect(token: unknown, options: { origin?: string } = {}): Client {
      const client: Client = connectChecked(url, {
        reconnection: false,
        auth: { token },
        ...(options.origin && { extraHeaders: { origin: options.origin } }),
      });
      clients.push(client);
      return client;
    },
    async close() {
      for (const client of clients) client.disconnect();
      http.close();
      // Also close idle connections of another test whose server had this port before.
      http.closeAllConnections();
      nodes.close();
      await hub.close();
      parts.close();
      await db.close();
      await database.remove();
    },
  };
}

/** Resolves with the next event `name`. */
export const next = <T>(client: Client, name: string): Promise<T> =>
  // Socket.IO types each event separately, so the caller states the expected type.
  new Promise((resolve) =>
    (client as unknown as { once(n: string, f: (v: T) => void): void }).once(name, resolve),
  );
