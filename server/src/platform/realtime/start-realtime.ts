import {
  type ConversationContext,
  type ConversationContextOptions,
  conversationHandlers,
  createConversationContext,
  createPresence,
  createTyping,
  createUnreadAnnouncer,
} from '../../conversations/public.ts';

import { type OfferContext, offerHandlers } from '../../deals/public.ts';

import type { Database } from '../db/database.ts';
import type { Logger } from '../observability/log.ts';
import type { AcrossNodes } from './across-nodes.ts';
import type { Hub } from './hub.ts';

interface LiveParts extends Omit<ConversationContextOptions, 'announceUnread'> {
  db: Database;
  log: Logger;
  hub: Hub;
  nodes: AcrossNodes;
}

export interface Realtime {
  conversationContext: ConversationContext;
  /** Serves the sockets' requests from now on. Call it once, before clients connect. */
  serve(offers: OfferContext): void;
  /** Whether a member has a socket, on any node. */
  isConnected(personId: string): Promise<boolean>;
  close(): void;
}

/** Composes the socket features: conversations, offers, typing, presence, unread counts. */
export function startRealtime({ db, log, hub, nodes, ...outside }: LiveParts): Realtime {
  const typing = createTyping({ db, publish: nodes.publish });
  const presence = createPresence({ db, log, publish: hub.publish, bus: nodes.bus });
  nodes.onPublished((to, event, payload) => {
    presence.onEvent(to, event, payload);
    typing.onEvent(event);
  });
  // Each node counts unread conversations for its own sockets: between nodes, an older count could overtake a
  // newer one.
  const countHere = createUnreadAnnouncer(db, hub.publish);
  const announceHere = async (personId: string) => {
    if (hub.isConnected(personId)) await countHere(personId);
  };
  nodes.bus.on<string>('unread', (personId) => {
    announceHere(personId).catch((error: unknown) => {
      log.error({ err: error, personId }, 'counting unread conversations failed');
    });
  });
  const conversationContext = createConversationContext(db, nodes.publish, {
    ...outside,
    batchFailed: (error, messages) => {
      log.error({ err: error, messages }, 'a batch of messages failed; sending each singly');
    },
    async announceUnread(personId) {
      nodes.bus.send('unread', personId);
      await announceHere(personId);
    },
  });
  return {
    conversationContext,
    serve(offers) {
      const handlers = {
        ...conversationHandlers(conversationContext, typing.send, countHere),
        ...offerHandlers(offers),
      };
      hub.serve(handlers, {
        greet: (actor) => countHere(actor.id),
        arrived: presence.arrived,
        left: presence.left,
      });
    },
    isConnected: async (personId) => hub.isConnected(personId) || presence.isConnectedElsewhere(personId),
    close: presence.close,
  };
}
