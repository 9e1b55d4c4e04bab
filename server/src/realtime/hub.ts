import type { Server as HttpServer, IncomingMessage } from 'node:http';
import type { ErrorCode } from '@selvedge/shared/errors';
import type { EndReason, EventPayload, PublicEventName, RequestName } from '@selvedge/shared/realtime';
import { Server } from 'socket.io';
import type { Actor, Authenticate } from '../core/actor.ts';
import { AppError, toProblem } from '../core/errors.ts';
import type { Limits } from '../core/limits.ts';
import type { Publish } from '../core/publish.ts';
import { isOwnOrigin } from '../http/own-origin.ts';
import { type Instrumentation, uninstrumented } from '../observability/instrumentation.ts';
import type { Logger } from '../observability/log.ts';
import { createConnections } from './connections.ts';
import { cutFloods } from './cut-floods.ts';
import { type HubServer, type HubSocket, personRoom, sessionRoom } from './hub-socket.ts';
import { type Flushing, holdForTurn, writeOncePerTurn } from './one-write.ts';
import type { RequestHandlers } from './request-handlers.ts';
import { createRequests } from './requests.ts';
import { type Connection, cutWhenSlow } from './slow-reader.ts';
import { endSession, isSessionOver, renewSession, watchExpiry } from './socket-sessions.ts';
import { textParser } from './text-parser.ts';

type FeatureHandlers = RequestHandlers<Exclude<RequestName, 'session:renew'>>;
const PACKET_MAX_BYTES = 64 * 1024;

interface HubParts {
  publicUrl: string;
  log: Logger;
  authenticate: Authenticate;
  limits: Limits;
  /** The network address that handshakes are counted by. */
  addressOf(request: IncomingMessage): string;
  /** Receives every event that is published to everyone, for pages without a socket. */
  sendToVisitors(event: PublicEventName, payload: unknown): void;
  onSessionEnded(listener: (ended: { sessionId: string; reason: EndReason }) => void): () => void;
  instrumentation?: Instrumentation;
}

/** What is done for each socket as it connects and disconnects. */
interface Lifecycle {
  /** Sends a person's sockets their initial state. */
  greet(actor: Actor): Promise<void>;
  /** Called once the socket is in its rooms and greeted; `tell` emits to this socket only. */
  arrived(personId: string, tell: (event: EventPayload<'presence'>) => void): Promise<void>;
  /** Called at the disconnect of each socket that was greeted. */
  left(personId: string, isGone: boolean): void;
}

export interface Hub {
  /** Publishes to the sockets of this node and to its visitors. */
  publish: Publish;
  /** Registers the handlers of every request but `session:renew`, which is the hub's own. */
  serve(handlers: FeatureHandlers, lifecycle: Lifecycle): void;
  attach(http: HttpServer): void;
  /** Whether a person has a socket on this node. */
  isConnected(userId: string): boolean;
  /** How many connections are open on this node. */
  sockets(): number;
  /** Cuts every socket; clients reconnect by themselves, spread over time, and ask for what they missed. */
  cutAll(): void;
  close(): Promise<void>;
}

/** One Socket.IO server on the port of the HTTP server: handshakes, rooms, events, and the requests of its sockets. */
export function createHub({
  publicUrl,
  log,
  authenticate,
  limits,
  addressOf,
  sendToVisitors,
  onSessionEnded,
  instrumentation = uninstrumented,
}: HubParts): Hub {
  const io: HubServer = new Server({
    // Without long polling, proxies need no sticky sessions.
    transports: ['websocket'],
    serveClient: false,
    parser: textParser,
    // Heartbeats: a dead connection is noticed within 15 s.
    pingInterval: 10_000,
    pingTimeout: 5_000,
    // A connection that never completes its handshake is closed.
    connectTimeout: 5_000,
    maxHttpBufferSize: PACKET_MAX_BYTES,
    // WebSockets are not bound by the same-origin policy, and Socket.IO's CORS setting does not cover them.
    allowRequest(request: IncomingMessage, decide) {
      if (!isOwnOrigin(request.headers.origin, publicUrl)) return decide(null, false);
      limits.handshake(addressOf(request)).then(
        () => {
          holdForTurn(request.socket);
          decide(null, true);
        },
        () => decide(null, false),
      );
    },
  });

  // Socket.IO wants the arguments of one event name, not of any; the signatures of `Publish` have checked the pair.
  const emitter = (to: unknown) => to as { emit(name: string, event: unknown): void };
  const publish: Publish = {
    toPerson: (userId, event, payload) => emitter(io.to(personRoom(userId))).emit(event, payload),
    // All sockets need no room: the handshake lets only signed-in people in.
    toEveryone(event, payload, except = []) {
      emitter(io.except(except.map(personRoom))).emit(event, payload);
      sendToVisitors(event, payload);
    },
  };

  const connections = createConnections(limits);
  const requests = createRequests({ limits, log, instrumentation });

  io.use(async (socket, next) => {
    const { token } = socket.handshake.auth;
    try {
      if (typeof token !== 'string') throw new AppError('unauthorized', 'Unauthorized');
      connections.handshake(socket.conn);
      socket.data.actor = await authenticate(token);
      await limits.join(socket.data.actor.id);
      connections.admit(socket.conn, socket.data.actor.id);
      next();
    } catch (error) {
      const { code, message } = toProblem(error);
      if (code === 'internal') log.error({ err: error }, 'socket handshake failed');
      next(Object.assign(new Error(message), { data: { code } satisfies { code: ErrorCode } }));
      // The refusal is sent in this turn of the event loop.
      setImmediate(() => socket.conn.close());
    }
  });

  /** The sockets of a room that are on this node. */
  const socketsHere = (room: string): HubSocket[] =>
    [...(io.of('/').adapter.rooms.get(room) ?? [])].flatMap((id) => io.of('/').sockets.get(id) ?? []);

  const stopListening = onSessionEnded(({ sessionId, reason }) => {
    const isGone = reason === 'suspended' || reason === 'deleted';
    if (isGone) for (const socket of socketsHere(sessionRoom(sessionId))) socket.data.isGone = true;
    const room = io.in(sessionRoom(sessionId));
    room.emit('session:ended', { reason });
    room.disconnectSockets(true);
  });

  return {
    publish,
    serve(handlers, { greet, arrived, left }) {
      io.on('connection', async (socket) => {
        const { actor } = socket.data;
        holdForTurn((socket.conn as unknown as Flushing).transport.socket._socket);
        socket.data.breaches = 0;
        requests.listen(socket, {
          ...handlers,
          'session:renew': {
            budget: 'renewal',
            answer: (_, { token }) => renewSession(authenticate, socket, token),
          },
        });
        watchExpiry(socket);
        socket.on('disconnect', () => {
          clearTimeout(socket.data.expiry);
          // A client can leave the namespace and stay connected.
          socket.conn.close();
        });
        try {
          // Join the rooms first: from here on events arrive live, and `sync` brings the earlier ones.
          await socket.join([personRoom(actor.id), sessionRoom(actor.sessionId)]);
          // The session may have ended before the socket was in its room to hear of it.
          if (await isSessionOver(authenticate, socket)) return endSession(socket, 'signed_out');
          await greet(actor);
          if (!socket.connected) return;
          socket.on('disconnect', () => left(actor.id, socket.data.isGone === true));
          await arrived(actor.id, (event) => socket.emit('presence', event));
        } catch (error) {
          log.error({ err: error }, 'a socket was not greeted');
          // Left open, the socket would hear of others and they not of it; closed, its client reconnects.
          socket.conn.close();
        }
      });
    },
    isConnected: (userId) => io.of('/').adapter.rooms.has(personRoom(userId)),
    sockets: () => io.engine?.clientsCount ?? 0,
    cutAll() {
      for (const socket of io.of('/').sockets.values()) socket.conn.close();
    },
    attach(http) {
      io.attach(http);
      io.engine.on('connection', (connection: Connection & Flushing & { request: unknown }) => {
        cutWhenSlow(connection, log, instrumentation.cut);
        cutFloods(connection, log);
        writeOncePerTurn(connection);
        // Frees the handshake's request, which nobody reads again and each socket would keep in memory.
        connection.request = null;
      });
    },
    async close() {
      stopListening();
      await requests.settled();
      // The last acks are written at the end of this turn of the event loop.
      await new Promise(setImmediate);
      // Closes the transports, not the sockets on them, so that clients reconnect by themselves.
      await io.close();
    },
  };
}
