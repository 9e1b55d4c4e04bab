import { type Client, type ClientParts, createClient } from '@selvedge/shared/client';
import type { EventName, EventPayload } from '@selvedge/shared/realtime';
import { io } from 'socket.io-client';
import type { Live } from './ports.ts';

export interface LiveEvents {
  connected(): void;
  connectionLost(): void;
  /**
   * The server no longer accepts this session: the member signed out elsewhere, or the account was deleted.
   */
  sessionEnded(): void;
}

export interface LiveConnection extends Live {
  open(events: LiveEvents): void;
  /**
   * Subscribes to an event on this socket and all later ones. Listeners of an event run in the order they
   * were added.
   */
  on<F extends EventName>(event: F, listener: (payload: EventPayload<F>) => void): void;
  /**
   * The browser went offline or online; the socket alone would notice a dead connection only after seconds.
   */
  networkChanged(isOnline: boolean): void;
  /** Passes the refreshed access token to the open socket. */
  tokenRefreshed(token: string): void;
  close(): void;
}

type ConnectionParts = Pick<ClientParts, 'url' | 'accessToken'>;

/** The signed-in member's live connection. Listeners outlive its sockets. */
export function createLiveConnection({ url, accessToken }: ConnectionParts): LiveConnection {
  let client: Client | null = null;
  const listeners: ((opened: Client) => void)[] = [];

  return {
    request: (name, input) => client?.request(name, input) ?? Promise.reject(new Error('not connected')),
    emit: (name, input) => client?.emit(name, input),
    on(event, listener) {
      const subscribe = (opened: Client) => opened.on(event, listener);
      listeners.push(subscribe);
      if (client) subscribe(client);
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
      for (const subscribe of listeners) subscribe(client);
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
