import { type Client, type ClientParts, createClient } from '@selvedge/shared/client';
import type { Feature } from '@selvedge/shared/instance/instance-settings';
import type { Ack, EventName, EventPayload } from '@selvedge/shared/platform/realtime';
import { io } from 'socket.io-client';
import { TOP } from '../inbox/inbox-list.ts';
import type { Live } from './ports.ts';
import { createRestRequests } from './rest-requests.ts';

interface LiveEvents {
  /** @param isPolled sockets are blocked on this network: requests go over REST, and no events arrive */
  goOnline(isPolled: boolean): void;
  goOffline(): void;
  /** Called again and again while sockets are blocked. */
  checkMissed(): void;
  /**
   * The server no longer accepts this session: the member signed out elsewhere, or the account was deleted.
   */
  sessionEnded(): void;
}

interface LiveConnection extends Live {
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

interface ConnectionParts extends Pick<ClientParts, 'url' | 'accessToken'> {
  /** Receives the number of unread conversations while sockets are blocked, in place of its event. */
  receiveUnreadCount(count: number): void;
  /** The instance has switched off what a request is part of. */
  featureLost(feature: Feature): void;
}

/** After this many connections in a row that could not be made, REST is tried instead. */
const FAILURES_MAX = 3;
/** How often to ask for changes while sockets are blocked. */
const POLL_MS = 20_000;
/** A sync with an almost empty reply. */
const PROBE = { conversations: {}, above: TOP };

/** The signed-in member's live connection. Listeners outlive its sockets. */
export function createLiveConnection({
  url,
  accessToken,
  receiveUnreadCount,
  featureLost,
}: ConnectionParts): LiveConnection {
  let client: Client | null = null;
  const listeners: ((opened: Client) => void)[] = [];
  const rest = createRestRequests(receiveUnreadCount);
  let failures = 0;
  let polling: ReturnType<typeof setInterval> | undefined;

  function stopPolling(): void {
    failures = 0;
    clearInterval(polling);
    polling = undefined;
  }

  function noticed<T extends Ack<object>>(answer: T): T {
    if (!answer.ok && answer.error.feature) featureLost(answer.error.feature);
    return answer;
  }

  const isAnswered = async () => (await rest.request('sync', PROBE).catch(() => null))?.ok === true;

  /** If REST fails as well, the server is unreachable, and sockets are not what is blocked. */
  async function poll(events: LiveEvents): Promise<void> {
    const isReached = await isAnswered();
    if (isReached && polling) return events.checkMissed();
    if (isReached && failures >= FAILURES_MAX) {
      polling = setInterval(() => void poll(events), POLL_MS);
      return events.goOnline(true);
    }
    if (isReached || !polling) return;
    clearInterval(polling);
    polling = undefined;
    events.goOffline();
  }

  return {
    request(name, input) {
      if (polling) return rest.request(name, input);
      return client?.request(name, input).then(noticed) ?? Promise.reject(new Error('not connected'));
    },
    emit(name, input) {
      if (!polling) client?.emit(name, input);
      else if (rest.has(name)) void rest.request(name, input).catch(() => undefined);
    },
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
        connected() {
          stopPolling();
          events.goOnline(false);
        },
        lost: events.goOffline,
        failed() {
          failures += 1;
          if (failures >= FAILURES_MAX && !polling) void poll(events);
        },
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
      stopPolling();
      client?.close();
      client = null;
    },
  };
}
