import type { Server as HttpServer } from 'node:http';
import { Server as TcpServer } from 'node:net';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';

/** How long keep-alive connections stay open for requests that are already on their way; milliseconds. */
const LINGER_MS = 500;
/** How many connections may wait to be accepted: what `listen` of node:net asks for. */
const BACKLOG = 511;
/** How long the handlers of requests whose connections were cut may take to clean up; milliseconds. */
const CLEAN_UP_MS = 2_000;

const countConnections = (http: HttpServer) =>
  new Promise<number>((resolve) => http.getConnections((_, count) => resolve(count)));

/** Takes in connections that wait to be accepted: closing the port would reset them. Node accepts one per turn of its loop. */
async function acceptWaiting(http: HttpServer): Promise<void> {
  let hasAccepted = true;
  const note = () => {
    hasAccepted = true;
  };
  http.on('connection', note);
  for (let turns = 0; hasAccepted && turns < BACKLOG; turns += 1) {
    hasAccepted = false;
    await nextTurn();
  }
  http.off('connection', note);
}

/** Graceful shutdown: every request that reaches the server is answered. */
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
      await acceptWaiting(http);
      // The `close` of node:http would end idle connections at once, and with them requests that are on their way.
      TcpServer.prototype.close.call(http);
      if ((await countConnections(http)) === 0) return;
      await pause(LINGER_MS);
      // On a busy machine the timer may be late, and runs before sockets are read: what has arrived by now is answered, too.
      await nextTurn();
    },
  };
}
