import type { Server as HttpServer, IncomingMessage } from 'node:http';

/** A request body must bring this many bytes in each such time (ms): less than any working connection does. */
const LEAST_BYTES = 4_096;
const WITHIN_MS = 16_000;
const LOOKS = 8;

interface Sending {
  received: number;
  /** For how many looks the body has not brought enough. */
  looksSince: number;
}

/**
 * Hangs up on clients that send a request body so slowly that they seem to do it on purpose, or that have vanished
 * without closing the connection. Time in which the server itself does not read is not counted against them.
 * To be called after the hub is attached: Engine.IO hides its own requests from listeners that were there before.
 */
export function cutSlowSenders(http: HttpServer): void {
  const sending = new Map<IncomingMessage, Sending>();
  http.prependListener('request', (request) => {
    if (request.headers['content-length'] === undefined && !request.headers['transfer-encoding']) return;
    sending.set(request, { received: request.socket.bytesRead, looksSince: 0 });
    // A response may end before the request's body does, which then still has to be watched.
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
