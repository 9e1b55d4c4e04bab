import type { Ack, EndReason, Fact, FactName, RequestInput, RequestName, RequestReply } from './realtime.ts';

/** How long an ack may take before the request counts as lost. */
const ACK_TIMEOUT_MS = 10_000;
/** How long after a refused or ended session the next try is made. */
const RETRY_MS = 1_000;
/** A fleet of clients must not come back all at once. */
const RECONNECT_MAX_MS = 10_000;
/** How long before its end a token is replaced; who gives them has to have a newer one by then. */
const RENEW_BEFORE_MS = 30_000;
/** Timers hold no longer wait. */
const TIMER_MAX_MS = 2 ** 31 - 1;

interface WireOptions {
  transports: string[];
  forceNew: boolean;
  reconnectionDelayMax: number;
  auth: (give: (data: object) => void) => void;
}

/** What is used of the socket of socket.io-client. */
interface Wire {
  readonly connected: boolean;
  connect(): unknown;
  disconnect(): unknown;
  on(event: string, listener: (told: never) => void): unknown;
  onAny(listener: (name: string, told: unknown) => void): unknown;
  /** Drops what cannot leave at once. */
  volatile: { emit(name: string, input: unknown): unknown };
  timeout(ms: number): { emitWithAck(name: string, input: unknown): Promise<unknown> };
}

/** Why a client will not come back by itself; `unauthorized`: there is no token that the server takes. */
export type Ended = EndReason | 'unauthorized';

export interface ClientParts {
  /** The origin of the server. */
  url: string;
  /** Calls `io` of socket.io-client: the contract itself does no I/O. */
  open: (url: string, options: WireOptions) => Wire;
  /**
   * The present access token, for each connection and before the last one ends. `anew`: the server has just refused the
   * present one. Null when there is none; rejects when nobody can tell now.
   */
  accessToken(asked: { anew: boolean }): Promise<string | null>;
  /** From here on facts arrive; `sync` brings what came before. */
  connected?: () => void;
  /** The connection is gone; the client is trying to get another. */
  lost?: () => void;
  ended?: (reason: Ended) => void;
}

export interface Client {
  /**
   * Sends a request and waits for its ack.
   * Rejects when the connection is lost or too slow: then nobody knows whether it arrived.
   */
  request<R extends RequestName>(name: R, input: RequestInput<R>): Promise<Ack<RequestReply<R>>>;
  /** Sends one that asks for no answer and is worth nothing later: without a connection it is dropped. */
  tell<R extends RequestName>(name: R, input: RequestInput<R>): void;
  /** Hears a fact, from now on. */
  on<F extends FactName>(fact: F, listener: (payload: Fact<F>) => void): void;
  /** Hears every fact under its name. */
  onAny(listener: (name: FactName, payload: Fact<FactName>) => void): void;
  /** Resolves at the next connection, or at once while there is one; rejects when the session has ended. */
  whenConnected(): Promise<void>;
  /** The token was replaced elsewhere: the open socket goes on with this one. */
  renew(token: string): Promise<void>;
  /** Lets go of the connection, and takes it up again: for who knows better than the socket what the network does. */
  pause(): void;
  resume(): void;
  close(): void;
}

/** When a token ends, in milliseconds since 1970; NaN when it does not say so. The server alone judges it. */
function endOf(token: string): number {
  try {
    const payload = token.split('.')[1] ?? '';
    const { exp } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    return Number(exp) * 1_000;
  } catch {
    return Number.NaN;
  }
}

/** One person's live connection to a Selvedge server, for the page, scripts and tests alike. It comes back by itself. */
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
    // The server answers by the schemas under this name.
    return wire.timeout(ACK_TIMEOUT_MS).emitWithAck(name, input) as Promise<Ack<RequestReply<R>>>;
  }

  /** A token that ends no later than the last one is no reason to try again. */
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
    // Refused or lost, the socket ends, and the next one brings the new token.
    const answer = await request('session:renew', { token: next }).catch(() => null);
    if (answer?.ok) renewBefore(Date.parse(answer.expiresAt));
  }

  const wire = parts.open(parts.url, {
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelayMax: RECONNECT_MAX_MS,
    auth: async (give) => {
      // Not to be told is no sign-out: without a network the token cannot be refreshed.
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
    // The client comes back by itself but after the server ended the socket on purpose.
    if (reason === 'io server disconnect' && !hasEnded) connectSoon();
  });
  wire.on('connect_error', (error: Error & { data?: { code?: string } }) => {
    // Transport errors are retried by Socket.IO; a refusal of the handshake is not.
    if (!error.data) return;
    isRefused = error.data.code === 'unauthorized' && token !== undefined;
    if (token === null) end('unauthorized');
    else connectSoon();
  });
  wire.on('session:ended', ({ reason }: Fact<'session:ended'>) => {
    if (reason === 'expired') isRefused = true;
    else if (reason !== 'replaced') end(reason);
  });

  return {
    request,
    tell: (name, input) => void wire.volatile.emit(name, input),
    on: (fact, listener) => void wire.on(fact, listener),
    // The server tells what the contract has, under its name.
    onAny: (listener) => void wire.onAny((name, told) => listener(name as FactName, told as Fact<FactName>)),
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
