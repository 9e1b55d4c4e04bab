import type {
  Ack,
  ClientToServer,
  Fact,
  FactName,
  RequestInput,
  RequestName,
  RequestReply,
  ServerToClient,
} from '@selvedge/shared/realtime';
import { io, type Socket } from 'socket.io-client';
import type { Live } from './ports.ts';

/** How long an ack may take before the request counts as lost. */
const ACK_TIMEOUT_MS = 10_000;
/** How long after a refused or ended session the next try is made. */
const RETRY_MS = 1_000;

export interface LiveEvents {
  connected(): void;
  connectionLost(): void;
  messageArrived(fact: Fact<'message:new'>): void;
  readMoved(fact: Fact<'conversation:read'>): void;
  unreadCounted(fact: Fact<'unread'>): void;
  personRemoved(fact: Fact<'person:removed'>): void;
  /** The server no longer takes this session: signed out elsewhere, or gone. */
  sessionEnded(): void;
}

export interface LiveConnection extends Live {
  open(events: LiveEvents): void;
  /** Hears a fact from whichever socket is open, from now on. */
  hear<F extends FactName>(fact: F, listener: (payload: Fact<F>) => void): void;
  /** The browser has gone offline or come back; the socket itself would notice a dead link only after seconds. */
  networkChanged(isOnline: boolean): void;
  /** The access token was refreshed: the open socket goes on with the new one. */
  tokenRefreshed(token: string): void;
  close(): void;
}

interface ConnectionParts {
  /** The origin of the server. */
  url: string;
  /** The present access token, refreshed if need be; null when nobody is signed in; rejects when nobody can tell now. */
  accessToken: () => Promise<string | null>;
}

/** The socket to the hub. */
export function createLiveConnection({ url, accessToken }: ConnectionParts): LiveConnection {
  let socket: Socket<ServerToClient, ClientToServer> | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;
  // Each listener takes the payload of the fact that it stands under.
  const listeners: { fact: string; listener: (payload: never) => void }[] = [];

  function request<R extends RequestName>(name: R, input: RequestInput<R>): Promise<Ack<RequestReply<R>>> {
    if (!socket?.connected) return Promise.reject(new Error('not connected'));
    // Socket.IO types each event apart; the signature above has tied the name to its input and reply.
    const caller = socket.timeout(ACK_TIMEOUT_MS) as unknown as {
      emitWithAck(name: string, input: unknown): Promise<Ack<RequestReply<R>>>;
    };
    return caller.emitWithAck(name, input);
  }

  const connectSoon = () => {
    clearTimeout(retry);
    retry = setTimeout(() => socket?.connect(), RETRY_MS);
  };

  return {
    request,
    hear: (fact, listener) => void listeners.push({ fact, listener }),
    open(events) {
      if (socket) return;
      let isSignedOut = false;
      socket = io(url, {
        transports: ['websocket'],
        // A fleet of clients must not come back all at once.
        reconnectionDelayMax: 10_000,
        auth: async (send) => {
          // Not to be told is no sign-out: without a network the token cannot be refreshed.
          const token = await accessToken().catch(() => undefined);
          isSignedOut = token === null;
          send({ token });
        },
      });
      socket.on('connect', events.connected);
      socket.on('disconnect', (reason) => {
        events.connectionLost();
        // The client comes back by itself but after the server ended the socket on purpose.
        if (reason === 'io server disconnect') connectSoon();
      });
      socket.on('connect_error', (error) => {
        // Transport errors are retried by Socket.IO; a refusal of the handshake is not.
        if (!('data' in error)) return;
        if (isSignedOut) events.sessionEnded();
        else connectSoon();
      });
      socket.on('message:new', events.messageArrived);
      socket.on('conversation:read', events.readMoved);
      socket.on('unread', events.unreadCounted);
      socket.on('person:removed', events.personRemoved);
      socket.onAny((name: string, payload: unknown) => {
        for (const { fact, listener } of listeners) if (fact === name) listener(payload as never);
      });
      socket.on('session:ended', ({ reason }) => {
        if (reason !== 'expired' && reason !== 'replaced') events.sessionEnded();
      });
    },
    networkChanged(isOnline) {
      if (isOnline) socket?.connect();
      else socket?.disconnect();
    },
    tokenRefreshed(token) {
      // Refused or lost, the socket ends, and the next one brings the new token.
      void request('session:renew', { token }).catch(() => undefined);
    },
    close() {
      clearTimeout(retry);
      socket?.close();
      socket = null;
    },
  };
}
