import type { Server as HttpServer } from 'node:http';
import { Server as TcpServer } from 'node:net';

/** How long a connection that is kept open may still bring a request that was on its way; milliseconds. */
const LINGER_MS = 500;
/** How long what was asked over connections that are cut by now may take to clear up behind itself; milliseconds. */
const CLEAR_UP_MS = 2_000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const countConnections = (http: HttpServer) =>
  new Promise<number>((resolve) => http.getConnections((_, count) => resolve(count)));

/** How a server leaves so that nobody who asks it something goes without an answer. */
export function createStopping(delaySeconds: number) {
  let isStopping = false;
  const answering = new Set<Promise<unknown>>();
  return {
    isStopping: () => isStopping,
    /** From when on it stops, each answer ends its connection. */
    watch(http: HttpServer): void {
      http.prependListener('request', (_, response) => {
        if (isStopping) response.setHeader('Connection', 'close');
      });
    },
    /** Knows of everything that is being answered. */
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
    /** When nothing is being answered any more, or after a moment: what waits for another server is not waited for. */
    async settled(): Promise<void> {
      const patience = new AbortController();
      const moment = new Promise((resolve) => {
        const timer = setTimeout(resolve, CLEAR_UP_MS);
        patience.signal.addEventListener('abort', () => clearTimeout(timer));
      });
      await Promise.race([Promise.allSettled(answering), moment]);
      patience.abort();
    },
    /** Lets balancers look away, then takes no connection any more and answers what the open ones still bring. */
    async drain(http: HttpServer): Promise<void> {
      isStopping = true;
      await pause(delaySeconds * 1_000);
      // HTTP's own would end those connections at once that ask nothing just now, and with them what is on its way.
      TcpServer.prototype.close.call(http);
      if ((await countConnections(http)) > 0) await pause(LINGER_MS);
    },
  };
}
