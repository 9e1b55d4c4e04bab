import type { Server as HttpServer, IncomingMessage } from 'node:http';
import {
  type EndReason,
  EVENT_SCOPES,
  type EventPayload,
  type PublicEventName,
  type RequestName,
} from '@selvedge/shared/platform/realtime';
import type { Actor, Authenticate } from '../core/actor.ts';
import type { Limits } from '../core/limits.ts';
import type { Publish } from '../core/publish.ts';
import { type Instrumentation, uninstrumented } from '../observability/instrumentation.ts';
import type { Logger } from '../observability/log.ts';
import type { CurrencyNow, IsOn } from '../settings/follow-settings.ts';
import { type Addressed, createAdmission } from './admission.ts';
import { disconnectFloods } from './disconnect-floods.ts';
import {
  type HubSocket,
  KEYS_ROOM,
  keyRoom,
  keysWithoutRoom,
  memberRoom,
  roomsOf,
  sessionRoom,
} from './hub-socket.ts';
import { corkForTick, type Flushing, writeOncePerTick } from './one-write.ts';
import type { RequestHandlers } from './request-handlers.ts';
import { createRequests } from './requests.ts';
import { type Connection, disconnectWhenSlow } from './slow-reader.ts';
import { createSocketServer } from './socket-server.ts';
import { endSession, isSessionOver, renewSession, watchExpiry } from './socket-sessions.ts';

type FeatureHandlers = RequestHandlers<Exclude<RequestName, 'session:renew'>>;

export interface HubParts {
  publicUrl: string;
  log: Logger;
  authenticate: Authenticate;
  limits: Limits;
  isOn: IsOn;
  currency: CurrencyNow;
  addressOf(request: IncomingMessage): string;
  /** Receives every public event, for pages without a socket. */
  sendToVisitors(event: PublicEventName, payload: unknown): void;
  onSessionEnded(listener: (ended: { sessionId: string; reason: EndReason }) => void): () => void;
  instrumentation?: Instrumentation;
}

export interface Lifecycle {
  greet(actor: Actor): Promise<void>;
  /** Called once the socket is in its rooms and greeted; `emit` sends to this socket only. */
  arrived(memberId: string, emit: (event: EventPayload<'presence'>) => void): Promise<void>;
  left(memberId: string, isGone: boolean): void;
}

export interface Hub {
  /** Publishes to the sockets of this node and to its visitors. */
  publish: Publish;
  serve(handlers: FeatureHandlers, lifecycle: Lifecycle): void;
  attach(http: HttpServer): void;
  isConnected(userId: string): boolean;
  sockets(): number;
  /** Ends the sockets of all API keys. */
  endKeys(): void;
  /** Disconnects every socket; clients reconnect with jitter and sync what they missed. */
  disconnectAll(): void;
  close(): Promise<void>;
}

export function createHub({
  publicUrl,
  log,
  authenticate,
  limits,
  isOn,
  currency,
  addressOf,
  sendToVisitors,
  onSessionEnded,
  instrumentation = uninstrumented,
}: HubParts): Hub {
  const io = createSocketServer({ publicUrl, limits, addressOf });
  // Socket.IO's types expect one event name, not a union; the signatures of `Publish` already check the pair.
  const emitter = (to: unknown) => to as { emit(name: string, event: unknown): void };
  const hasRoom = (room: string) => io.of('/').adapter.rooms.has(room);
  const publish: Publish = {
    toMember(userId, event, payload) {
      const scope = EVENT_SCOPES[event];
      emitter(io.to(memberRoom(userId))).emit(event, payload);
      // To both rooms at once, each message would cost a fifth more.
      if (scope && hasRoom(KEYS_ROOM) && hasRoom(keyRoom(userId, scope)))
        emitter(io.to(keyRoom(userId, scope))).emit(event, payload);
    },
    // No room needed for all sockets: the handshake admits signed-in members only.
    toEveryone(event, payload, except = []) {
      const scope = EVENT_SCOPES[event];
      const left = except.flatMap((userId) => [memberRoom(userId), keyRoom(userId, scope)]);
      emitter(io.except([...left, keysWithoutRoom(scope)])).emit(event, payload);
      sendToVisitors(event, payload);
    },
  };

  io.use(createAdmission({ log, authenticate, limits }));
  const requests = createRequests({ limits, isOn, currency, log, instrumentation });

  const socketsHere = (room: string): HubSocket[] =>
    [...(io.of('/').adapter.rooms.get(room) ?? [])].flatMap((id) => io.of('/').sockets.get(id) ?? []);

  function endRoom(name: string, reason: EndReason): void {
    const room = io.in(name);
    room.emit('session:ended', { reason });
    room.disconnectSockets(true);
  }

  const stopListening = onSessionEnded(({ sessionId, reason }) => {
    const isGone = reason === 'suspended' || reason === 'deleted';
    if (isGone) for (const socket of socketsHere(sessionRoom(sessionId))) socket.data.isGone = true;
    endRoom(sessionRoom(sessionId), reason);
  });

  return {
    publish,
    serve(handlers, { greet, arrived, left }) {
      io.on('connection', async (socket) => {
        const { actor } = socket.data;
        corkForTick((socket.conn as unknown as Flushing).transport.socket._socket);
        socket.data.breaches = 0;
        requests.listen(socket, {
          ...handlers,
          'session:renew': {
            budget: 'renewal',
            handle: (_, { token }) => renewSession(authenticate, socket, token),
          },
        });
        watchExpiry(socket);
        socket.on('disconnect', () => {
          clearTimeout(socket.data.expiry);
          // A client can leave the namespace and stay connected.
          socket.conn.close();
        });
        try {
          // Join the rooms first: from here on events arrive live, and `sync` fetches the earlier ones.
          await socket.join(roomsOf(actor));
          // The session may have ended before the socket joined its room.
          if (await isSessionOver(authenticate, socket)) return endSession(socket, 'signed_out');
          // A program with a key does not make its owner present.
          if (actor.scopes) return;
          await greet(actor);
          if (!socket.connected) return;
          socket.on('disconnect', () => left(actor.id, socket.data.isGone === true));
          await arrived(actor.id, (event) => socket.emit('presence', event));
        } catch (error) {
          log.error({ err: error }, 'greeting a socket failed; closing it');
          // A socket that stays open would see others online but not be seen; a closed one reconnects.
          socket.conn.close();
        }
      });
    },
    isConnected: (userId) => hasRoom(memberRoom(userId)),
    sockets: () => io.engine?.clientsCount ?? 0,
    endKeys: () => endRoom(KEYS_ROOM, 'revoked'),
    disconnectAll() {
      for (const socket of io.of('/').sockets.values()) socket.conn.close();
    },
    attach(http) {
      io.attach(http);
      io.engine.on(
        'connection',
        (connection: Connection & Flushing & Addressed & { request: IncomingMessage | null }) => {
          disconnectWhenSlow(connection, log, instrumentation.cut);
          disconnectFloods(connection, log);
          writeOncePerTick(connection);
          if (connection.request) connection.address = addressOf(connection.request);
          // Free the handshake request, which each socket would otherwise retain in memory.
          connection.request = null;
        },
      );
    },
    async close() {
      stopListening();
      await requests.settled();
      // The last acks are written at the end of this event-loop tick.
      await new Promise(setImmediate);
      // Close the transports, not the sockets on them, so that clients reconnect automatically.
      await io.close();
    },
  };
}
