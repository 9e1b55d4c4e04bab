import type { Server as HttpServer, IncomingMessage } from 'node:http';
import type { ErrorCode } from '@selvedge/shared/errors';
import {
  type ClientToServer,
  type EndReason,
  type EventPayload,
  type PublicEventName,
  type RequestName,
  requests,
  type ServerToClient,
} from '@selvedge/shared/realtime';
import { Server, type Socket } from 'socket.io';
import type { Actor, Authenticate } from '../core/actor.ts';
import type { BudgetName } from '../core/budgets.ts';
import { AppError, invalidInput, toProblem } from '../core/errors.ts';
import type { Limits } from '../core/limits.ts';
import type { Publish } from '../core/publish.ts';
import { isOwnOrigin } from '../http/own-origin.ts';
import { type Instrumentation, uninstrumented } from '../observability/instrumentation.ts';
import type { Logger } from '../observability/log.ts';
import { createConnections } from './connections.ts';
import { type Flushing, holdForTurn, writeOncePerTurn } from './one-write.ts';
import type { RequestHandlers } from './request-handlers.ts';
import { type Connection, cutWhenSlow } from './slow-reader.ts';
import { textParser } from './text-parser.ts';

interface SocketData {
  actor: Actor;
  /** The timer that closes the socket when its access token expires without having been renewed. */
  expiry: NodeJS.Timeout;
  /** How often the socket has exceeded its rate limit. */
  breaches: number;
  /** The socket's person was suspended or has deleted their account. */
  isGone?: true;
}
type HubSocket = Socket<ClientToServer, ServerToClient, Record<never, never>, SocketData>;
type Reply = (answer: unknown) => void;
type HubAnswers = RequestHandlers<Exclude<RequestName, 'session:renew'>>;
/** A request as the hub runs it, whatever its name. */
interface Served {
  budget: BudgetName;
  answer(actor: Actor, input: unknown): Promise<object>;
}

/** Grace for a renewal that is on its way when the token expires. */
const EXPIRY_GRACE_MS = 30_000;
const PACKET_MAX_BYTES = 64 * 1024;
/** A socket is cut as a flood after this many rate-limit refusals. */
const BREACHES_MAX = 3;

// Rooms are the permission model: the server puts a socket into these two, and no client can join another.
const personRoom = (userId: string) => `user:${userId}`;
const sessionRoom = (sessionId: string) => `session:${sessionId}`;

interface HubParts {
  publicUrl: string;
  log: Logger;
  authenticate: Authenticate;
  limits: Limits;
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
  serve(answers: HubAnswers, lifecycle: Lifecycle): void;
  attach(http: HttpServer): void;
  /** Whether a person has a socket on this node. */
  isConnected(userId: string): boolean;
  /** How many connections are open on this node. */
  sockets(): number;
  /** Cuts every socket; clients reconnect by themselves, spread over time, and ask for what they missed. */
  cutAll(): void;
  close(): Promise<void>;
}

/** One Socket.IO server on the port of the HTTP server. It parses every request, calls its handler and always acks. */
export function createHub({
  publicUrl,
  log,
  authenticate,
  limits,
  sendToVisitors,
  onSessionEnded,
  instrumentation: watch = uninstrumented,
}: HubParts): Hub {
  const io = new Server<ClientToServer, ServerToClient, Record<never, never>, SocketData>({
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
      const isOwn = isOwnOrigin(request.headers.origin, publicUrl);
      if (isOwn) holdForTurn(request.socket);
      decide(null, isOwn);
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
  /** Requests whose answers are still to come; a stopping server waits for them. */
  const inFlight = new Set<Promise<void>>();

  function end(socket: HubSocket, reason: EndReason): void {
    socket.emit('session:ended', { reason });
    socket.disconnect(true);
  }

  function watchExpiry(socket: HubSocket): void {
    clearTimeout(socket.data.expiry);
    const ms = socket.data.actor.expiresAt.getTime() - Date.now() + EXPIRY_GRACE_MS;
    socket.data.expiry = setTimeout(() => end(socket, 'expired'), ms);
  }

  async function renew(socket: HubSocket, token: string): Promise<{ expiresAt: string }> {
    const actor = await authenticate(token);
    if (actor.id !== socket.data.actor.id || actor.sessionId !== socket.data.actor.sessionId) {
      setImmediate(() => end(socket, 'replaced'));
      throw new AppError('unauthorized', 'Unauthorized');
    }
    socket.data.actor = actor;
    watchExpiry(socket);
    return { expiresAt: actor.expiresAt.toISOString() };
  }

  /** Acks whatever arrives: with the reply, or with the problem. */
  async function answer(name: string, run: () => Promise<object>, reply: Reply | undefined): Promise<void> {
    try {
      const result = await run();
      reply?.({ ok: true, ...result });
    } catch (error) {
      const problem = toProblem(error);
      if (problem.code === 'internal') {
        watch.failed('socket');
        log.error({ err: error, request: name }, 'socket request failed');
      }
      reply?.({ ok: false, error: problem });
    }
  }

  function listen(socket: HubSocket, answers: HubAnswers): void {
    const all: RequestHandlers<RequestName> = {
      ...answers,
      'session:renew': { budget: 'renewal', answer: (_, { token }) => renew(socket, token) },
    };
    const run = (name: RequestName, raw: unknown): Promise<object> => {
      // Schema and handler share the name; TypeScript does not follow such a pair through an index.
      const { budget, answer } = all[name] as Served;
      const { actor } = socket.data;
      return limits.spend(budget, { personId: actor.id }, () => {
        const parsed = requests[name].input.safeParse(raw);
        if (!parsed.success) throw invalidInput(parsed.error);
        return answer(actor, parsed.data);
      });
    };
    socket.onAny((name: string, ...args: unknown[]) => {
      const last = args.at(-1);
      const reply = typeof last === 'function' ? (last as Reply) : undefined;
      const input = reply && args.length === 1 ? undefined : args[0];
      const startedAt = performance.now();
      const answered = answer(
        name,
        async () => {
          await limits.event(socket.id, socket.data.actor.id).catch((error: unknown) => {
            socket.data.breaches += 1;
            if (socket.data.breaches === BREACHES_MAX) setImmediate(() => socket.disconnect(true));
            throw error;
          });
          if (!Object.hasOwn(requests, name)) throw new AppError('not_found', 'Unknown request');
          return run(name as RequestName, input);
        },
        reply,
      ).finally(() => {
        inFlight.delete(answered);
        if (Object.hasOwn(requests, name)) watch.answered(name as RequestName, performance.now() - startedAt);
      });
      inFlight.add(answered);
    });
  }

  const isSessionOver = (socket: HubSocket): Promise<boolean> =>
    authenticate(String(socket.handshake.auth.token)).then(
      () => false,
      (error: unknown) => toProblem(error).code === 'unauthorized',
    );

  io.use(async (socket, next) => {
    const { token } = socket.handshake.auth;
    try {
      if (typeof token !== 'string') throw new AppError('unauthorized', 'Unauthorized');
      connections.handshake(socket.conn);
      socket.data.actor = await authenticate(token);
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
    serve(answers, { greet, arrived, left }) {
      io.on('connection', async (socket) => {
        const { actor } = socket.data;
        holdForTurn((socket.conn as unknown as Flushing).transport.socket._socket);
        socket.data.breaches = 0;
        listen(socket, answers);
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
          if (await isSessionOver(socket)) return end(socket, 'signed_out');
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
        cutWhenSlow(connection, log, watch.cut);
        writeOncePerTurn(connection);
        // Frees the handshake's request, which nobody reads again and each socket would keep in memory.
        connection.request = null;
      });
    },
    async close() {
      stopListening();
      await Promise.allSettled(inFlight);
      // The last acks are written at the end of this turn of the event loop.
      await new Promise(setImmediate);
      // Closes the transports, not the sockets on them, so that clients reconnect by themselves.
      await io.close();
    },
  };
}
