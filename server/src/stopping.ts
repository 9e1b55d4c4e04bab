import type { Server as HttpServer } from 'node:http';
import { Server as TcpServer } from 'node:net';

/** How long a connection that is kept open may still bring a request that was on its way; milliseconds. */
const LINGER_MS = 500;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const countConnections = (http: HttpServer) =>
  new Promise<number>((resolve) => http.getConnections((_, count) => resolve(count)));

/** How a server leaves so that nobody who asks it something goes without an answer. */
export function createStopping(delaySeconds: number) {
  let isStopping = false;
  return {
    isStopping: () => isStopping,
    /** From when on it stops, each answer ends its connection. */
    watch(http: HttpServer): void {
      http.prependListener('request', (_, response) => {
        if (isStopping) response.setHeader('Connection', 'close');
      });
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
