import { type Client, type ClientParts, createClient } from '@selvedge/shared/client';
import type { EventName, EventPayload } from '@selvedge/shared/realtime';
import { io } from 'socket.io-client';
import type { Live } from './ports.ts';

export interface LiveEvents {
  connected(): void;
  connectionLost(): void;
  /** The server no longer accepts this session: signed out elsewhere, or the account is gone. */
  sessionEnded(): void;
}

export interface LiveConnection extends Live {
  open(events: LiveEvents): void;
  /** Listens for an event on this socket and all later ones. Listeners of one event run in the order of these calls. */
  hear<F extends EventName>(event: F, listener: (payload: EventPayload<F>) => void): void;
  /** The browser went offline or online; by itself, the socket would notice a dead link only after seconds. */
  networkChanged(isOnline: boolean): void;
  /** Hands the refreshed access token to the open socket. */
  tokenRefreshed(token: string): void;
  close(): void;
}

type ConnectionParts = Pick<ClientParts, 'url' | 'accessToken'>;

/** The live connection of the signed-in person. Sockets follow one another; listeners stay. */
export function createLiveConnection({ url, accessToken }: ConnectionParts): LiveConnection {
  let client: Client | null = null;
  const listeners: ((opened: Client) => void)[] = [];

  return {
    request: (name, input) => client?.request(name, input) ?? Promise.reject(new Error('not connected')),
    tell: (name, input) => client?.emit(name, input),
    hear(event, listener) {
      const listen = (opened: Client) => opened.on(event, listener);
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
