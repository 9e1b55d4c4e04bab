import type { Server as HttpServer, IncomingMessage } from 'node:http';

/** Minimum bytes of a request body per interval (ms): less than any working connection sends. */
const MIN_BYTES = 4_096;
const INTERVAL_MS = 16_000;
const CHECKS = 8;

interface Sending {
  received: number;
  checksSince: number;
}

/** Call it after attaching the hub: Engine.IO hides its requests from earlier listeners. */
export function cutSlowSenders(http: HttpServer): void {
  const sending = new Map<IncomingMessage, Sending>();
  http.prependListener('request', (request) => {
    if (request.headers['content-length'] === undefined && !request.headers['transfer-encoding']) return;
    sending.set(request, { received: request.socket.bytesRead, checksSince: 0 });
    // A response may end before the request body, which must still be checked.
    request.once('close', () => request.complete && sending.delete(request));
  });

  const check = () => {
    for (const [request, previous] of sending) {
      const { bytesRead, destroyed } = request.socket;
      const isWaitingForClient = request.readableLength === 0;
      if (request.complete || destroyed) {
        sending.delete(request);
      } else if (!isWaitingForClient || bytesRead - previous.received >= MIN_BYTES) {
        sending.set(request, { received: bytesRead, checksSince: 0 });
      } else if (previous.checksSince + 1 < CHECKS) {
        previous.checksSince += 1;
      } else {
        request.socket.destroy();
      }
    }
  };
  const timer = setInterval(check, INTERVAL_MS / CHECKS).unref();
  http.once('close', () => clearInterval(timer));
}
