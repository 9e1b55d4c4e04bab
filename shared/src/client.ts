import type {
  Ack,
  EndReason,
  EventName,
  EventPayload,
  RequestBody,
  RequestName,
  RequestReply,
} from './platform/realtime.ts';

/** How long an ack may take before its request counts as lost. */
const ACK_TIMEOUT_MS = 10_000;
/** Delay before the next connection after the server has rejected or closed one. */
const RETRY_MS = 1_000;
/** How long a connection may take. Some networks answer nothing at all to a WebSocket. */
const CONNECT_TIMEOUT_MS = 10_000;
/** Upper bound of the reconnect backoff: wide, so that clients do not all reconnect at the same time. */
const RECONNECT_MAX_MS = 10_000;
/** How long before its expiry a token is replaced; its source must be able to provide a newer one by then. */
const RENEW_BEFORE_MS = 30_000;
/** The longest delay that `setTimeout` accepts. */
const TIMER_MAX_MS = 2 ** 31 - 1;

interface SocketOptions {
  transports: string[];
  forceNew: boolean;
  reconnectionDelayMax: number;
  timeout: number;
  auth: (give: (data: object) => void) => void;
}

/** The part of socket.io-client's socket that this client uses. */
interface SocketLike {
  readonly connected: boolean;
  connect(): unknown;
  disconnect(): unknown;
  on(event: string, listener: (payload: never) => void): unknown;
  onAny(listener: (name: string, payload: unknown) => void): unknown;
  /** Sends without buffering: an event that cannot be sent immediately is dropped. */
  volatile: { emit(name: string, input: unknown): unknown };
  timeout(ms: number): { emitWithAck(name: string, input: unknown): Promise<unknown> };
}

/** Why a client stops reconnecting; `unauthorized`: there is no token that the server accepts. */
export type Ended = Exclude<EndReason, 'expired' | 'replaced'> | 'unauthorized';

export interface ClientParts {
  /** The server's origin. */
  url: string;
  /** Opens the socket, with `io` of socket.io-client: this package itself does no I/O. */
  open: (url: string, options: SocketOptions) => SocketLike;
  /**
   * Returns the current access token; called on each connection, and before the latest token expires. `anew`:
   * the server has just rejected the current one. Null when there is none; rejects when it is temporarily
   * unavailable, for example while offline.
   */
  accessToken(options: { anew: boolean }): Promise<string | null>;
  /** The client is connected: events arrive from here on, and `sync` returns the earlier ones. */
  connected?: () => void;
  /** The connection is lost; the client is reconnecting. */
  lost?: () => void;
  /** A connection attempt failed; the client retries. */
  failed?: () => void;
  ended?: (reason: Ended) => void;
}

export interface Client {
  /**
   * Sends a request and waits for its ack. Rejects when the connection is lost or too slow: it is then
   * unknown whether the request arrived.
   */
  request<R extends RequestName>(name: R, input: RequestBody<R>): Promise<Ack<RequestReply<R>>>;
  /**
   * Sends a request without waiting for an ack. Dropped while disconnected: such requests are worthless
   * later.
   */
  emit<R extends RequestName>(name: R, input: RequestBody<R>): void;
  /** Listens for one event, on this connection and all later ones. */
  on<F extends EventName>(event: F, listener: (payload: EventPayload<F>) => void): void;
  /** Listens for all events; the listener also receives their names. */
  onAny(listener: (name: EventName, payload: EventPayload<EventName>) => void): void;
  /** Resolves at the next connection, or immediately when connected; rejects when the session has ended. */
  whenConnected(): Promise<void>;
  /** Passes a token that was refreshed elsewhere to the open socket. */
  renew(token: string): Promise<void>;
  /**
   * Closes and reopens the connection, for callers that learn of network changes sooner than the socket does.
   */
  pause(): void;
  resume(): void;
  close(): void;
}

/**
 * When a token expires, in milliseconds since 1970; NaN when it does not say. Only a hint: the server is
 * authoritative.
 */
function endOf(token: string): number {
  try {
    const payload = token.split('.')[1] ?? '';
    const { exp } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    return Number(exp) * 1_000;
  } catch {
    return Number.NaN;
  }
}

/**
 * One member's live connection to a Selvedge server, for the page, scripts and tests alike. Reconnects
 * automatically.
 */
export function createClient(parts: ClientParts): Client {
  let hasEnded: Ended | null = null;
  let isRefused = false;
  let token: string | null | undefined;
  let tokenEnd = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let renewal: ReturnType<typeof setTimeout> | undefined;
  let waiting: PromiseWithResolvers<void>[] = [];

  function settle(how: (waiter: PromiseWithResolvers<void>) => void): void {
    const settled = waiting;
    waiting = [];
    settled.forEach(how);
  }

  function end(reason: Ended): void {
    if (hasEnded) return;
    close();
    hasEnded = reason;
    settle(({ reject }) => reject(new Error(`The session has ended: ${reason}`)));
    parts.ended?.(reason);
  }

  function close(): void {
    clearTimeout(retry);
    clearTimeout(renewal);
    socket.disconnect();
  }

  const connectSoon = () => {
    clearTimeout(retry);
    retry = setTimeout(() => socket.connect(), RETRY_MS);
  };

  async function request<R extends RequestName>(
    name: R,
    input: RequestBody<R>,
  ): Promise<Ack<RequestReply<R>>> {
    if (!socket.connected) throw new Error('not connected');
    // The server builds the reply according to this request's schema, so the cast is safe.
    return socket.timeout(ACK_TIMEOUT_MS).emitWithAck(name, input) as Promise<Ack<RequestReply<R>>>;
  }

  /**
   * Schedules the next renewal, but only if the token expires later than the previous one: otherwise renewals
   * would loop.
   */
  function renewBefore(endsAt: number): void {
    if (!(endsAt > tokenEnd)) return;
    tokenEnd = endsAt;
    clearTimeout(renewal);
    const ms = endsAt - Date.now() - RENEW_BEFORE_MS;
    renewal = setTimeout(() => void renewNow(), Math.min(Math.max(0, ms), TIMER_MAX_MS));
  }

  async function renewNow(): Promise<void> {
    const next = await parts.accessToken({ anew: false }).catch(() => null);
    if (next !== null) await renew(next);
  }

  async function renew(next: string): Promise<void> {
    // If the renewal is rejected or lost, the server closes this socket soon after the old token expires, and
    // the client reconnects with a new one.
    const reply = await request('session:renew', { token: next }).catch(() => null);
    if (reply?.ok) renewBefore(Date.parse(reply.expiresAt));
  }

  const socket = parts.open(parts.url, {
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelayMax: RECONNECT_MAX_MS,
    timeout: CONNECT_TIMEOUT_MS,
    auth: async (give) => {
      // An unavailable token is not a sign-out: it cannot be refreshed while offline.
      token = await parts.accessToken({ anew: isRefused }).catch(() => undefined);
      give({ token });
    },
  });

  socket.on('connect', () => {
    isRefused = false;
    tokenEnd = 0;
    if (token) renewBefore(endOf(token));
    settle(({ resolve }) => resolve());
    parts.connected?.();
  });
  socket.on('disconnect', (reason: string) => {
    clearTimeout(renewal);
    parts.lost?.();
    // Socket.IO reconnects automatically, except after the server has closed the socket on purpose.
    if (reason === 'io server disconnect' && !hasEnded) connectSoon();
  });
  socket.on('connect_error', (error: Error & { data?: { code?: string } }) => {
    // Socket.IO retries transport errors, but not a rejected handshake.
    if (!error.data) return parts.failed?.();
    isRefused = error.data.code === 'unauthorized' && token !== undefined;
    if (token === null) end('unauthorized');
    else connectSoon();
  });
  socket.on('session:ended', ({ reason }: EventPayload<'session:ended'>) => {
    if (reason === 'expired') isRefused = true;
    else if (reason !== 'replaced') end(reason);
  });

  return {
    request,
    emit: (name, input) => void socket.volatile.emit(name, input),
    on: (event, listener) => void socket.on(event, listener),
    // The server sends only events of the contract, so the casts are safe.
    onAny: (listener) =>
      void socket.onAny((name, payload) => listener(name as EventName, payload as EventPayload<EventName>)),
    whenConnected() {
      if (socket.connected) return Promise.resolve();
      if (hasEnded) return Promise.reject(new Error(`The session has ended: ${hasEnded}`));
      const connection = Promise.withResolvers<void>();
      waiting.push(connection);
      return connection.promise;
    },
    renew,
    pause: () => void socket.disconnect(),
    resume: () => void (hasEnded ?? socket.connect()),
    close,
  };
}
