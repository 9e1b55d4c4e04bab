import type { Server as HttpServer } from 'node:http';
import { Server as TcpServer } from 'node:net';
import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';

/** How long keep-alive connections stay open for requests that are already on their way; milliseconds. */
const LINGER_MS = 500;
/** How many turns of its loop a server that always has something to do goes on accepting connections. */
const PATIENCE_TURNS = 1_000;
/** A turn without events may still have handled timers and immediates for long; milliseconds. */
const SHORT_TURN_MS = 1;
/** How long the handlers of requests whose connections were cut may take to clean up; milliseconds. */
const CLEAN_UP_MS = 2_000;

const countConnections = (http: HttpServer) =>
  new Promise<number>((resolve) => http.getConnections((_, count) => resolve(count)));

/**
 * Refuses new connections. Those that wait to be accepted are reset, so they are taken in first: Node accepts one per turn of
 * its loop, and while that has something to do more may come. The port closes right after a short turn without events; what
 * comes in the tenth of a millisecond that is left is reset.
 */
async function closePort(http: HttpServer): Promise<void> {
  const close = TcpServer.prototype.close;
  // Compiles it: the first call takes longer than all the rest between looking for connections and closing the port.
  close.call(new TcpServer());
  const handled = () => performance.nodeTiming.uvMetricsInfo.events;
  for (let turns = 0, isIdle = false; !isIdle && turns < PATIENCE_TURNS; turns += 1) {
    const [events, since] = [handled(), performance.now()];
    await nextTurn();
    isIdle = handled() === events && performance.now() - since < SHORT_TURN_MS;
  }
  // The `close` of node:http would end idle connections at once, and with them requests that are on their way.
  close.call(http);
}

/** Graceful shutdown: every request on a connection that was accepted is answered. */
export function createStopping(delaySeconds: number) {
  let isStopping = false;
  const answering = new Set<Promise<unknown>>();
  return {
    isStopping: () => isStopping,
    /** Makes each response close its connection once new ones are refused: before, the next request would open another. */
    watch(http: HttpServer): void {
      http.prependListener('request', (_, response) => {
        if (!http.listening) response.setHeader('Connection', 'close');
      });
    },
    /** Wraps `answer` so that `settled` knows of all requests under way. */
    track<Args extends unknown[], Answer>(answer: (...args: Args) => Answer) {
      return (...args: Args): Answer => {
        const given = answer(...args);
        if (given instanceof Promise) {
          const forget = () => void answering.delete(given);
          answering.add(given);
          given.then(forget, forget);
        }
        return given;
      };
    },
    /** Resolves when no request is under way, or after a moment: some may be waiting for another server for long. */
    async settled(): Promise<void> {
      const patience = new AbortController();
      const moment = pause(CLEAN_UP_MS, undefined, { signal: patience.signal }).catch(() => undefined);
      await Promise.race([Promise.allSettled(answering), moment]);
      patience.abort();
    },
    /** Reports not ready for balancers to notice, then takes no new connections but answers on the open ones. */
    async drain(http: HttpServer): Promise<void> {
      isStopping = true;
      await pause(delaySeconds * 1_000);
      await closePort(http);
      if ((await countConnections(http)) === 0) return;
      await pause(LINGER_MS);
      // On a busy machine the timer may be late, and runs before sockets are read: what has arrived by now is answered, too.
      await nextTurn();
    },
  };
}
