import type { Server as HttpServer, IncomingMessage } from 'node:http';

/** A body must bring this much, in bytes, in each such time, in milliseconds: less than any connection that works. */
const LEAST_BYTES = 4_096;
const WITHIN_MS = 16_000;
const LOOKS = 8;

interface Sending {
  received: number;
  /** When it had brought enough before, in looks. */
  looksSince: number;
}

/**
 * Hangs up on clients that send the body of a request so slowly that they seem to do it on purpose, or that have lost
 * the connection without saying so. What waits in the server is not their fault, and does not count.
 * It has to come after whoever else takes requests of this server away from those who listened before.
 */
export function cutSlowSenders(http: HttpServer): void {
  const sending = new Map<IncomingMessage, Sending>();
  http.prependListener('request', (request) => {
    if (request.headers['content-length'] === undefined && !request.headers['transfer-encoding']) return;
    sending.set(request, { received: request.socket.bytesRead, looksSince: 0 });
    // An answer that does not wait for the body leaves the connection to it.
    request.once('close', () => request.complete && sending.delete(request));
  });

  const look = () => {
    for (const [request, was] of sending) {
      const { bytesRead, destroyed } = request.socket;
      const isTheirTurn = request.readableLength === 0;
      if (request.complete || destroyed) {
        sending.delete(request);
      } else if (!isTheirTurn || bytesRead - was.received >= LEAST_BYTES) {
        sending.set(request, { received: bytesRead, looksSince: 0 });
      } else if (was.looksSince + 1 < LOOKS) {
        was.looksSince += 1;
      } else {
        request.socket.destroy();
      }
    }
  };
  const timer = setInterval(look, WITHIN_MS / LOOKS).unref();
  http.once('close', () => clearInterval(timer));
}
