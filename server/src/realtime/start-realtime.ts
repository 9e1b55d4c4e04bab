import { createUnreadAnnouncer } from '../conversations/announce-unread.ts';
import type { ConversationContext } from '../conversations/context.ts';
import { type ConversingOptions, createConversationContext } from '../conversations/create-context.ts';
import { conversationAnswers } from '../conversations/hub.ts';
import { createTyping } from '../conversations/typing/typing.ts';
import type { Database } from '../db/database.ts';
import type { Logger } from '../observability/log.ts';
import type { AcrossNodes } from './across-nodes.ts';
import type { Hub } from './hub.ts';
import { createPresence } from './presence/presence.ts';

interface LiveParts extends Omit<ConversingOptions, 'announceUnread'> {
  db: Database;
  log: Logger;
  hub: Hub;
  nodes: AcrossNodes;
}

export interface Realtime {
  conversing: ConversationContext;
  /** Whether a person has a socket, on any node. */
  isConnected(personId: string): Promise<boolean>;
  close(): void;
}

/** Composes what lives on sockets (conversations, typing, presence, unread counts) and has the hub serve it. */
export function startRealtime({ db, log, hub, nodes, ...outside }: LiveParts): Realtime {
  const typing = createTyping({ db, publish: nodes.publish });
  const presence = createPresence({ db, log, publish: hub.publish, bus: nodes.bus });
  nodes.onPublished((to, event, payload) => {
    presence.heard(to, event, payload);
    typing.onEvent(event);
  });
  // Each node counts what is unread for its own sockets: sent between nodes, an older count could overtake a newer one.
  const countHere = createUnreadAnnouncer(db, hub.publish);
  const announceHere = async (personId: string) => {
    if (hub.isConnected(personId)) await countHere(personId);
  };
  nodes.bus.on<string>('unread', (personId) => {
    announceHere(personId).catch((error: unknown) => {
      log.error({ err: error }, 'what is unread was not counted');
    });
  });
  const conversing = createConversationContext(db, nodes.publish, {
    ...outside,
    batchFailed: (error, messages) => {
      log.error({ err: error, messages }, 'a batch of messages failed; sending each by itself');
    },
    async announceUnread(personId) {
      nodes.bus.send('unread', personId);
      await announceHere(personId);
    },
  });
  hub.serve(conversationAnswers(conversing, typing.send, countHere), {
    greet: (actor) => countHere(actor.id),
    arrived: presence.arrived,
    left: presence.left,
  });
  return {
    conversing,
    isConnected: async (personId) => hub.isConnected(personId) || presence.isConnectedElsewhere(personId),
    close: presence.close,
  };
}
