import type { Server as HttpServer } from 'node:http';
import { Server as TcpServer } from 'node:net';
import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';

/** How long keep-alive connections stay open for requests already in transit, in milliseconds. */
const LINGER_MS = 500;
/** A busy server stops accepting connections after this many event-loop iterations. */
const ACCEPT_TURNS_MAX = 1_000;
/** Maximum duration of an idle iteration: even without events, timers and immediates may take long. */
const SHORT_TURN_MS = 1;
const CLEAN_UP_MS = 2_000;

const countConnections = (http: HttpServer) =>
  new Promise<number>((resolve) => http.getConnections((_, count) => resolve(count)));

// Closing the port resets connections that are not accepted yet, so accept them first: Node accepts one per
// event-loop iteration, and more may arrive while the loop is busy. After a short iteration without events,
// only connections of the remaining tenth of a millisecond are reset.
async function closePort(http: HttpServer): Promise<void> {
  const close = TcpServer.prototype.close;
  // Warm up: an uncompiled first call takes longer than all else between the last check and the closing.
  close.call(new TcpServer());
  const handled = () => performance.nodeTiming.uvMetricsInfo.events;
  for (let turns = 0, isIdle = false; !isIdle && turns < ACCEPT_TURNS_MAX; turns += 1) {
    const [events, since] = [handled(), performance.now()];
    await nextTurn();
    isIdle = handled() === events && performance.now() - since < SHORT_TURN_MS;
  }
  // The `close` of node:http would close idle connections immediately, losing requests in transit.
  close.call(http);
}

export function createStopping(delaySeconds: number) {
  let isStopping = false;
  const inFlight = new Set<Promise<unknown>>();
  return {
    isStopping: () => isStopping,
    /** Responses close their connections once the port is closed; before, clients would just reconnect. */
    watch(http: HttpServer): void {
      http.prependListener('request', (_, response) => {
        if (!http.listening) response.setHeader('Connection', 'close');
      });
    },
    track<Args extends unknown[], Answer>(answer: (...args: Args) => Answer) {
      return (...args: Args): Answer => {
        const result = answer(...args);
        if (result instanceof Promise) {
          const forget = () => void inFlight.delete(result);
          inFlight.add(result);
          result.then(forget, forget);
        }
        return result;
      };
    },
    /** Resolves when no request is in flight, or after a timeout: some may wait long for another server. */
    async settled(): Promise<void> {
      const abort = new AbortController();
      const timeout = pause(CLEAN_UP_MS, undefined, { signal: abort.signal }).catch(() => undefined);
      await Promise.race([Promise.allSettled(inFlight), timeout]);
      abort.abort();
    },
    /** Reports not ready to load balancers, then refuses new connections but serves the open ones. */
    async drain(http: HttpServer): Promise<void> {
      isStopping = true;
      await pause(delaySeconds * 1_000);
      await closePort(http);
      if ((await countConnections(http)) === 0) return;
      await pause(LINGER_MS);
      // A late timer runs before sockets are read: one more iteration serves requests that have arrived.
      await nextTurn();
    },
  };
}
