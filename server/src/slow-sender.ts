import type { Server as HttpServer, IncomingMessage, ServerOptions } from 'node:http';

const SECOND = 1_000;

/**
 * Who takes longer for the head of a request, or opens a connection and asks nothing, is cut; so that nobody can fill the
 * server with connections that never come to an end.
 */
export const PATIENCE: ServerOptions = {
  headersTimeout: 15 * SECOND,
  // How often Node looks: by default each half minute, twice as long as it may take.
  connectionsCheckingInterval: 2 * SECOND,
};

/** A body must bring this much, in bytes, in each such time, in milliseconds: less than any connection that works. */
const LEAST_BYTES = 4_096;
const WITHIN_MS = 16 * SECOND;
const LOOKS = 8;

interface Sending {
  received: number;
  /** When it had brought enough before, in looks. */
  looksSince: number;
}

/**
 * Cuts connections whose clients send the body of a request so slowly that they seem to do it on purpose. What waits in
 * the server is not their fault, and does not count. @returns ends it.
 */
export function cutSlowSenders(http: HttpServer): () => void {
  const sending = new Map<IncomingMessage, Sending>();
  http.prependListener('request', (request) => {
    if (request.headers['content-length'] === undefined && !request.headers['transfer-encoding']) return;
    sending.set(request, { received: request.socket.bytesRead, looksSince: 0 });
    request.once('close', () => sending.delete(request));
  });

  const look = () => {
    for (const [request, was] of sending) {
      const { bytesRead } = request.socket;
      const isTheirTurn = !request.complete && request.readableLength === 0;
      if (!isTheirTurn || bytesRead - was.received >= LEAST_BYTES) {
        sending.set(request, { received: bytesRead, looksSince: 0 });
      } else if (was.looksSince + 1 < LOOKS) {
        was.looksSince += 1;
      } else {
        request.socket.destroy();
      }
    }
  };
  const timer = setInterval(look, WITHIN_MS / LOOKS).unref();
  return () => clearInterval(timer);
}
