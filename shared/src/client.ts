import type {
  Ack,
  EndReason,
  EventName,
  EventPayload,
  RequestInput,
  RequestName,
  RequestReply,
} from './realtime.ts';

/** How long an ack may take before its request counts as lost. */
const ACK_TIMEOUT_MS = 10_000;
/** Delay before the next connection after the server has refused or ended one. */
const RETRY_MS = 1_000;
/** Upper bound of the reconnect backoff: wide, so that a fleet of clients does not come back all at once. */
const RECONNECT_MAX_MS = 10_000;
/** How long before its expiry a token is replaced; by then, its source must be able to give a newer one. */
const RENEW_BEFORE_MS = 30_000;
/** The longest delay that `setTimeout` accepts. */
const TIMER_MAX_MS = 2 ** 31 - 1;

interface WireOptions {
  transports: string[];
  forceNew: boolean;
  reconnectionDelayMax: number;
  auth: (give: (data: object) => void) => void;
}

/** The part of socket.io-client's socket that this client uses. */
interface Wire {
  readonly connected: boolean;
  connect(): unknown;
  disconnect(): unknown;
  on(event: string, listener: (told: never) => void): unknown;
  onAny(listener: (name: string, told: unknown) => void): unknown;
  /** Sends without a buffer: an event that cannot leave at once is dropped. */
  volatile: { emit(name: string, input: unknown): unknown };
  timeout(ms: number): { emitWithAck(name: string, input: unknown): Promise<unknown> };
}

/** Why a client stops reconnecting; `unauthorized`: there is no token that the server accepts. */
export type Ended = EndReason | 'unauthorized';

export interface ClientParts {
  /** The origin of the server. */
  url: string;
  /** Opens the socket, with `io` of socket.io-client: this package itself does no I/O. */
  open: (url: string, options: WireOptions) => Wire;
  /**
   * The current access token: asked for at each connection, and before the last token expires. `anew`: the server has
   * just refused the current one. Null when there is none; rejects when it cannot be had now, as without a network.
   */
  accessToken(asked: { anew: boolean }): Promise<string | null>;
  /** The client is connected: events arrive from here on, and `sync` brings those before. */
  connected?: () => void;
  /** The connection is lost; the client is reconnecting. */
  lost?: () => void;
  ended?: (reason: Ended) => void;
}

export interface Client {
  /**
   * Sends a request and waits for its ack.
   * Rejects when the connection is lost or too slow: then nobody knows whether it arrived.
   */
  request<R extends RequestName>(name: R, input: RequestInput<R>): Promise<Ack<RequestReply<R>>>;
  /**
   * Sends a request without waiting for an ack. Without a connection it is dropped: such requests are worthless later.
   */
  tell<R extends RequestName>(name: R, input: RequestInput<R>): void;
  /** Listens for one event, on this connection and all later ones. */
  on<F extends EventName>(event: F, listener: (payload: EventPayload<F>) => void): void;
  /** Listens for all events; the listener also gets their names. */
  onAny(listener: (name: EventName, payload: EventPayload<EventName>) => void): void;
  /** Resolves at the next connection, or at once while there is one; rejects when the session has ended. */
  whenConnected(): Promise<void>;
  /** Hands a token that was refreshed elsewhere to the open socket. */
  renew(token: string): Promise<void>;
  /** Close and reopen the connection, for callers that learn of network changes sooner than the socket does. */
  pause(): void;
  resume(): void;
  close(): void;
}

/**
 * When a token expires, in milliseconds since 1970; NaN when it does not say. Only a hint: the server alone decides.
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
 * One person's live connection to a Selvedge server, for the page, scripts and tests alike. It reconnects by itself.
 */
export function createClient(parts: ClientParts): Client {
  let hasEnded: Ended | null = null;
  let isRefused = false;
  let token: string | null | undefined;
  let tokenEnd = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let renewal: ReturnType<typeof setTimeout> | undefined;
  let waiting: PromiseWithResolvers<void>[] = [];

  function settle(how: (one: PromiseWithResolvers<void>) => void): void {
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
    wire.disconnect();
  }

  const connectSoon = () => {
    clearTimeout(retry);
    retry = setTimeout(() => wire.connect(), RETRY_MS);
  };

  async function request<R extends RequestName>(
    name: R,
    input: RequestInput<R>,
  ): Promise<Ack<RequestReply<R>>> {
    if (!wire.connected) throw new Error('not connected');
    // The server builds the reply by this request's schema, so the cast holds.
    return wire.timeout(ACK_TIMEOUT_MS).emitWithAck(name, input) as Promise<Ack<RequestReply<R>>>;
  }

  /**
   * Schedules the next renewal, unless the token expires no later than the last one did: that would renew in a loop.
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
    // If the renewal is refused or lost, this socket is closed in time and the next one brings the new token.
    const answer = await request('session:renew', { token: next }).catch(() => null);
    if (answer?.ok) renewBefore(Date.parse(answer.expiresAt));
  }

  const wire = parts.open(parts.url, {
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelayMax: RECONNECT_MAX_MS,
    auth: async (give) => {
      // A token that cannot be had is no sign-out: without a network it cannot be refreshed.
      token = await parts.accessToken({ anew: isRefused }).catch(() => undefined);
      give({ token });
    },
  });

  wire.on('connect', () => {
    isRefused = false;
    tokenEnd = 0;
    if (token) renewBefore(endOf(token));
    settle(({ resolve }) => resolve());
    parts.connected?.();
  });
  wire.on('disconnect', (reason: string) => {
    clearTimeout(renewal);
    parts.lost?.();
    // Socket.IO reconnects by itself, except after the server has closed the socket on purpose.
    if (reason === 'io server disconnect' && !hasEnded) connectSoon();
  });
  wire.on('connect_error', (error: Error & { data?: { code?: string } }) => {
    // Transport errors are retried by Socket.IO; a refusal of the handshake is not.
    if (!error.data) return;
    isRefused = error.data.code === 'unauthorized' && token !== undefined;
    if (token === null) end('unauthorized');
    else connectSoon();
  });
  wire.on('session:ended', ({ reason }: EventPayload<'session:ended'>) => {
    if (reason === 'expired') isRefused = true;
    else if (reason !== 'replaced') end(reason);
  });

  return {
    request,
    tell: (name, input) => void wire.volatile.emit(name, input),
    on: (event, listener) => void wire.on(event, listener),
    // The server sends only events of the contract, so the casts hold.
    onAny: (listener) =>
      void wire.onAny((name, told) => listener(name as EventName, told as EventPayload<EventName>)),
    whenConnected() {
      if (wire.connected) return Promise.resolve();
      if (hasEnded) return Promise.reject(new Error(`The session has ended: ${hasEnded}`));
      const connection = Promise.withResolvers<void>();
      waiting.push(connection);
      return connection.promise;
    },
    renew,
    pause: () => void wire.disconnect(),
    resume: () => void (hasEnded ?? wire.connect()),
    close,
  };
}
