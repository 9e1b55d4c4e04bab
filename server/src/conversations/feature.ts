import type { Feature } from '../platform/core/feature.ts';
import { hourly } from '../platform/core/feature.ts';
import { unreadOf } from './announce-unread.ts';
import { updateBlockedOfListing, updateBlockedOfWanted } from './blocked/update-blocked.ts';
import { conversationHandlers } from './hub.ts';
import { liveOf } from './live.ts';
import { removeExpiredOriginals } from './originals/remove-expired.ts';
import { conversationsPart } from './personal-data.ts';
import { conversationRoutes } from './routes.ts';

export const conversations: Feature = {
  name: 'conversations',
  endpoints: conversationRoutes,
  requests: conversationHandlers,
  sockets(ctx) {
    const { presence } = liveOf(ctx);
    const { countHere } = unreadOf(ctx);
    return { greet: (actor) => countHere(actor.id), arrived: presence.arrived, left: presence.left };
  },
  on: {
    'listing changed': (ctx, tx, { id }) => updateBlockedOfListing(ctx, tx, id),
    'wanted changed': (ctx, tx, { id }) => updateBlockedOfWanted(ctx, tx, id),
  },
  jobs: [hourly('message originals', (ctx) => removeExpiredOriginals(ctx))],
  personalData: conversationsPart,
};
