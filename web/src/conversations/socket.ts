import { type Client, type ClientParts, createClient } from '@selvedge/shared/client';
import type { Fact, FactName } from '@selvedge/shared/realtime';
import { io } from 'socket.io-client';
import type { Live } from './ports.ts';

export interface LiveEvents {
  connected(): void;
  connectionLost(): void;
  /** The server no longer takes this session: signed out elsewhere, or gone. */
  sessionEnded(): void;
}

export interface LiveConnection extends Live {
  open(events: LiveEvents): void;
  /** Hears a fact from whichever socket is open, from now on. Listeners of one fact run in the order of these calls. */
  hear<F extends FactName>(fact: F, listener: (payload: Fact<F>) => void): void;
  /** The browser has gone offline or come back; the socket itself would notice a dead link only after seconds. */
  networkChanged(isOnline: boolean): void;
  /** The access token was refreshed: the open socket goes on with the new one. */
  tokenRefreshed(token: string): void;
  close(): void;
}

type ConnectionParts = Pick<ClientParts, 'url' | 'accessToken'>;

/** The connection of whoever is signed in: one after another, with what listens to all of them. */
export function createLiveConnection({ url, accessToken }: ConnectionParts): LiveConnection {
  let client: Client | null = null;
  const listeners: ((opened: Client) => void)[] = [];

  return {
    request: (name, input) => client?.request(name, input) ?? Promise.reject(new Error('not connected')),
    tell: (name, input) => client?.tell(name, input),
    hear(fact, listener) {
      const listen = (opened: Client) => opened.on(fact, listener);
      listeners.push(listen);
      if (client) listen(client);
    },
    open(events) {
      if (client) return;
      client = createClient({
        url,
        open: (origin, options) => io(origin, options),
        accessToken,
        connected: events.connected,
        lost: events.connectionLost,
        ended: events.sessionEnded,
      });
      for (const listen of listeners) listen(client);
    },
    networkChanged(isOnline) {
      if (isOnline) client?.resume();
      else client?.pause();
    },
    tokenRefreshed: (token) => void client?.renew(token),
    close() {
      client?.close();
      client = null;
    },
  };
}
