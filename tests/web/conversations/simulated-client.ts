import type { EventName, EventPayload } from '@selvedge/shared/platform/realtime';
import { conversationHandlers } from '../../../server/src/conversations/hub.ts';
import { listConversations } from '../../../server/src/conversations/list-conversations.ts';
import { presentConversation } from '../../../server/src/conversations/present.ts';
import type { Actor } from '../../../server/src/platform/core/actor.ts';
import type { Ctx } from '../../../server/src/platform/core/ctx.ts';
import { toProblem } from '../../../server/src/platform/core/errors.ts';
import { decodeCursor, encodeCursor } from '../../../server/src/platform/core/paging.ts';
import type { Ports } from '../../../web/src/conversations/store/session/ports.ts';
import { createMessaging } from '../../../web/src/conversations/store/store.ts';
import { createTextPorts } from '../../support/contract/text-ports.ts';
import { listMessages } from '../../support/data/list-messages.ts';

/** The maximum number of calls until a client is idle; one that makes more would never be idle. */
const CALLS_MAX = 1_000;

const nextTick = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * The store as a browser runs it, connected to the real server functions with random delays. A disconnect
 * loses what is in flight, and events missed meanwhile are never repeated.
 */
export function createSimulatedClient(ctx: Ctx, actor: Actor, random: () => number, inboxPage = 60) {
  const { db } = ctx;
  const handlers = conversationHandlers(ctx);
  /** Counts the connections; null while disconnected. */
  let connection: number | null = null;
  let connections = 0;
  let inFlight = 0;
  /** Calls since the client was last idle. */
  let calls = 0;

  const randomDelay = async () => {
    for (let turns = Math.floor(random() * 6); turns > 0; turns -= 1) await nextTick();
  };
  /** Runs the server's side; a client that is cut off before the response gets an error. */
  async function overTheWire<T>(work: () => Promise<T>): Promise<T> {
    const began = connection;
    if (began === null) throw new Error('not connected');
    inFlight += 1;
    calls += 1;
    try {
      if (calls > CALLS_MAX) throw new Error('the client does not stop calling');
      await randomDelay();
      const answer = await work();
      await randomDelay();
      if (connection !== began) throw new Error('the connection was lost');
      return answer;
    } finally {
      inFlight -= 1;
    }
  }
  const unused = () => Promise.reject(new Error('not used in this test'));

  const ports: Ports = {
    live: {
      request: (name, input) =>
        overTheWire(async () => {
          // The handler and its input belong to one name; TypeScript does not follow the pair through an
          // index.
          const { handle } = handlers[name as keyof typeof handlers] as {
            handle(as: Actor, payload: unknown): Promise<object>;
          };
          const payload: unknown = structuredClone(input);
          return handle(actor, payload).then(
            (reply) => ({ ok: true, ...reply }) as never,
            (error: unknown) => ({ ok: false, error: toProblem(error) }) as never,
          );
        }),
      emit: () => undefined,
    },
    rest: {
      listConversations: (filter, cursor) =>
        overTheWire(async () => {
          const place = cursor === null ? null : decodeCursor(cursor);
          const from = place && { lastMessageAt: place.at, id: place.id };
          const { rows, next } = await db.read((conn) =>
            listConversations(conn, actor.id, { filter, limit: inboxPage, from }),
          );
          return {
            conversations: rows.map((row) => presentConversation(row, actor.id)),
            next: next && encodeCursor({ at: next.lastMessageAt, id: next.id }),
          };
        }),
      findAbout: unused,
      openConversation: unused,
      arrange: unused,
      searchMessages: unused,
      listMessages: (id, page) =>
        overTheWire(() => db.read((conn) => listMessages(ctx, conn, actor, id, { limit: 60, ...page }))),
    },
    ...createTextPorts(),
  };
  const messaging = createMessaging(ports);
  const events: (() => void)[] = [];

  return {
    actor,
    messaging,
    connect(): void {
      if (connection !== null) return;
      connections += 1;
      connection = connections;
      messaging.goOnline();
    },
    cut(): void {
      if (connection === null) return;
      connection = null;
      events.length = 0;
      messaging.goOffline();
    },
    /** Sends an event to the client, behind those in flight. */
    emit<F extends EventName>(name: F, payload: EventPayload<F>): void {
      if (connection === null) return;
      if (name === 'message:new')
        events.push(() => messaging.receiveMessage(payload as EventPayload<'message:new'>));
      if (name === 'message:changed')
        events.push(() => messaging.receiveChangedMessage(payload as EventPayload<'message:changed'>));
      if (name === 'conversation:changed')
        events.push(() => messaging.receiveConversation(payload as EventPayload<'conversation:changed'>));
    },
    /** Delivers the next event. */
    receiveNext: () => events.shift()?.(),
    /** Waits until nothing is in flight in either direction. Rejects if the client does not stop calling. */
    async quiet(): Promise<void> {
      do {
        events.shift()?.();
        for (let turns = 0; turns < 8; turns += 1) await nextTick();
      } while (inFlight > 0 || events.length > 0);
      if (calls > CALLS_MAX) throw new Error(`the client was not idle after ${CALLS_MAX} calls`);
      calls = 0;
    },
  };
}
export type SimulatedClient = ReturnType<typeof createSimulatedClient>;
