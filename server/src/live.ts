import { type Conversing, type ConversingOptions, createConversing } from './conversations/context.ts';
import { conversationAnswers } from './conversations/hub.ts';
import { countUnread } from './conversations/inbox-queries.ts';
import { createTyping } from './conversations/typing/typing.ts';
import type { Database } from './db/database.ts';
import type { Hub } from './hub.ts';
import type { Logger } from './log.ts';
import { createPresence } from './presence/presence.ts';
import { overheard, type Publish } from './publish.ts';

interface LiveParts extends ConversingOptions {
  db: Database;
  log: Logger;
  hub: Hub;
}

export interface Live {
  conversing: Conversing;
  /** What is told through it is heard by whatever depends on it. */
  publish: Publish;
  close(): void;
}

/** Puts everything that lives on sockets behind the hub. */
export function startLive({ db, log, hub, ...outside }: LiveParts): Live {
  const typing = createTyping({ db, publish: hub.publish });
  const presence = createPresence({ db, log, publish: hub.publish });
  const publish = overheard(hub.publish, (to, fact, payload) => {
    presence.heard(to, fact, payload);
    typing.heard(fact);
  });
  const conversing = createConversing(db, publish, outside);
  hub.serve(conversationAnswers(conversing, typing.tell), {
    greet: async (actor) => ({ count: await db.read((conn) => countUnread(conn, actor.id)) }),
    arrived: presence.arrived,
    left: presence.left,
  });
  return { conversing, publish, close: presence.close };
}
