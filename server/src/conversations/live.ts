import { type Ctx, perProduct } from '../platform/core/ctx.ts';
import { createPresence } from './presence/presence.ts';
import { createTyping } from './typing/typing.ts';

/** What members see of each other at this moment: who types, who is online. */
export const liveOf = perProduct(({ db, log, hub, nodes, onClose }) => {
  const typing = createTyping({ db, publish: nodes.publish });
  const presence = createPresence({ db, log, publish: hub.publish, bus: nodes.bus });
  onClose('presence', presence.close);
  nodes.onPublished((to, event, payload) => {
    presence.onEvent(to, event, payload);
    typing.onEvent(event);
  });
  return {
    typing,
    presence,
    isConnected: async (memberId: string) =>
      hub.isConnected(memberId) || presence.isConnectedElsewhere(memberId),
  };
});

export function isConnected(ctx: Ctx, memberId: string): Promise<boolean> {
  return liveOf(ctx).isConnected(memberId);
}
