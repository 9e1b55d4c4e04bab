import type { IncomingMessage } from 'node:http';
import { Server } from 'socket.io';
import type { Limits } from '../core/limits.ts';
import { isOwnOrigin } from '../http/own-origin.ts';
import type { HubServer } from './hub-socket.ts';
import { corkForTick } from './one-write.ts';
import { textParser } from './text-parser.ts';

const PACKET_MAX_BYTES = 64 * 1024;

interface ServerParts {
  publicUrl: string;
  limits: Pick<Limits, 'take'>;
  addressOf(request: IncomingMessage): string;
}

export function createSocketServer({ publicUrl, limits, addressOf }: ServerParts): HubServer {
  return new Server({
    // Without long polling, load balancers need no sticky sessions.
    transports: ['websocket'],
    serveClient: false,
    parser: textParser,
    // Heartbeats: a dead connection is detected within 15 s.
    pingInterval: 10_000,
    pingTimeout: 5_000,
    // A connection that never completes its handshake is closed.
    connectTimeout: 5_000,
    maxHttpBufferSize: PACKET_MAX_BYTES,
    // The same-origin policy does not apply to WebSockets, and Socket.IO's CORS setting does not cover them.
    allowRequest(request: IncomingMessage, decide) {
      if (!isOwnOrigin(request.headers.origin, publicUrl)) return decide(null, false);
      limits.take('handshakesOfVisitor', addressOf(request)).then(
        () => {
          corkForTick(request.socket);
          decide(null, true);
        },
        () => decide(null, false),
      );
    },
  });
}
