import type { EventName, EventPayload } from '@selvedge/shared/realtime';
import type { ConversationContext } from '../../../server/src/conversations/context.ts';
import { conversationAnswers } from '../../../server/src/conversations/hub.ts';
import { listConversations } from '../../../server/src/conversations/list-conversations.ts';
import { presentConversation } from '../../../server/src/conversations/present.ts';
import type { Actor } from '../../../server/src/core/actor.ts';
import { toProblem } from '../../../server/src/core/errors.ts';
import { decodeCursor, encodeCursor } from '../../../server/src/core/paging.ts';
import type { Ports } from '../../../web/src/conversations/store/ports.ts';
import { createMessaging } from '../../../web/src/conversations/store/store.ts';
import { createTextPorts } from '../../support/contract/text-ports.ts';
import { listMessages } from '../../support/data/list-messages.ts';

/** A client that calls more often before it is quiet never will be. */
const CALLS_MAX = 1_000;

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * The store as a browser runs it, on a connection to the real verbs that is slow by chance, loses what is under way
 * when it is cut, and never tells again what was told meanwhile.
 */
export function createSimulatedClient(
  ctx: ConversationContext,
  actor: Actor,
  random: () => number,
  inboxPage = 60,
) {
  const { db } = ctx;
  const answers = conversationAnswers(ctx, async () => undefined, ctx.announceUnread);
  /** Counts the connections; null while there is none. */
  let connection: number | null = null;
  let connections = 0;
  let underWay = 0;
  /** Calls since it was quiet. */
  let calls = 0;

  const slowly = async () => {
    for (let turns = Math.floor(random() * 6); turns > 0; turns -= 1) await turn();
  };
  /** Runs what the other end does; who is cut off before the answer is there does not get it. */
  async function overTheWire<T>(work: () => Promise<T>): Promise<T> {
    const began = connection;
    if (began === null) throw new Error('not connected');
    underWay += 1;
    calls += 1;
    try {
      if (calls > CALLS_MAX) throw new Error('there is no end to the calls');
      await slowly();
      const answer = await work();
      await slowly();
      if (connection !== began) throw new Error('the connection was lost');
      return answer;
    } finally {
      underWay -= 1;
    }
  }
  const unused = () => Promise.reject(new Error('nobody asks for this here'));

  const ports: Ports = {
    live: {
      request: (name, input) =>
        overTheWire(async () => {
          // The answer and the input stand under one name; TypeScript does not follow the pair through an index.
          const { answer } = answers[name as keyof typeof answers] as {
            answer(as: Actor, given: unknown): Promise<object>;
          };
          const given: unknown = structuredClone(input);
          return answer(actor, given).then(
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
      messaging.connected();
    },
    cut(): void {
      if (connection === null) return;
      connection = null;
      events.length = 0;
      messaging.connectionLost();
    },
    /** An event is on its way, behind those before it. */
    tell<F extends EventName>(name: F, payload: EventPayload<F>): void {
      if (connection === null) return;
      if (name === 'message:new')
        events.push(() => messaging.messageArrived(payload as EventPayload<'message:new'>));
      if (name === 'message:changed')
        events.push(() => messaging.messageChanged(payload as EventPayload<'message:changed'>));
      if (name === 'conversation:changed')
        events.push(() => messaging.conversationChanged(payload as EventPayload<'conversation:changed'>));
    },
    /** The next event arrives. */
    hear: () => events.shift()?.(),
    /** Until nothing is on its way in either direction. Rejects when the client does not stop calling. */
    async quiet(): Promise<void> {
      do {
        events.shift()?.();
        for (let turns = 0; turns < 8; turns += 1) await turn();
      } while (underWay > 0 || events.length > 0);
      if (calls > CALLS_MAX) throw new Error(`the client was not quiet after ${CALLS_MAX} calls`);
      calls = 0;
    },
  };
}
export type SimulatedClient = ReturnType<typeof createSimulatedClient>;
