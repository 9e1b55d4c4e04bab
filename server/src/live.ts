import type { Conversing } from './conversations/context.ts';
import { type ConversingOptions, createConversing } from './conversations/create-conversing.ts';
import { conversationAnswers } from './conversations/hub.ts';
import { countUnread } from './conversations/inbox-queries.ts';
import { createTyping } from './conversations/typing/typing.ts';
import type { Database } from './db/database.ts';
import type { Hub } from './hub.ts';
import type { Logger } from './log.ts';
import type { AcrossNodes } from './nodes/across.ts';
import { createPresence } from './presence/presence.ts';

interface LiveParts extends ConversingOptions {
  db: Database;
  log: Logger;
  hub: Hub;
  nodes: AcrossNodes;
}

export interface Live {
  conversing: Conversing;
  /** Whether a person has a socket, on any node. */
  isConnected(personId: string): Promise<boolean>;
  close(): void;
}

/** Puts everything that lives on sockets behind the hub. */
export function startLive({ db, log, hub, nodes, ...outside }: LiveParts): Live {
  const typing = createTyping({ db, publish: nodes.publish });
  const presence = createPresence({ db, log, publish: hub.publish, bus: nodes.bus });
  nodes.overhear((to, fact, payload) => {
    presence.heard(to, fact, payload);
    typing.heard(fact);
  });
  const conversing = createConversing(db, nodes.publish, outside);
  hub.serve(conversationAnswers(conversing, typing.tell), {
    greet: async (actor) => ({ count: await db.read((conn) => countUnread(conn, actor.id)) }),
    arrived: presence.arrived,
    left: presence.left,
  });
  return {
    conversing,
    isConnected: async (personId) => hub.isConnected(personId) || presence.isConnectedElsewhere(personId),
    close: presence.close,
  };
}
