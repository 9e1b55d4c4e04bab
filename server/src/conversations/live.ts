import { type Ctx, perProduct } from '../platform/core/ctx.ts';
import { createUnreadAnnouncer } from './announce-unread.ts';
import { createPresence } from './presence/presence.ts';
import { createTyping } from './typing/typing.ts';

/** What members see of each other at this moment: who types, who is online, how many conversations are unread. */
export const liveOf = perProduct(({ db, log, hub, nodes, onClose }) => {
  const typing = createTyping({ db, publish: nodes.publish });
  const presence = createPresence({ db, log, publish: hub.publish, bus: nodes.bus });
  onClose('presence', presence.close);
  nodes.onPublished((to, event, payload) => {
    presence.onEvent(to, event, payload);
    typing.onEvent(event);
  });
  // Each node counts for its own sockets: between nodes, an older count could overtake a newer one.
  const countHere = createUnreadAnnouncer(db, hub.publish);
  const announceHere = async (personId: string) => {
    if (hub.isConnected(personId)) await countHere(personId);
  };
  nodes.bus.on<string>('unread', (personId) => {
    announceHere(personId).catch((error: unknown) => {
      log.error({ err: error, personId }, 'counting unread conversations failed');
    });
  });
  return {
    typing,
    presence,
    countHere,
    async announceUnread(personId: string): Promise<void> {
      nodes.bus.send('unread', personId);
      await announceHere(personId);
    },
    isConnected: async (personId: string) =>
      hub.isConnected(personId) || presence.isConnectedElsewhere(personId),
  };
});

export function isConnected(ctx: Ctx, personId: string): Promise<boolean> {
  return liveOf(ctx).isConnected(personId);
}
