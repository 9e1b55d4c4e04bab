import type { Feature } from '../platform/core/feature.ts';
import { hourly } from '../platform/core/feature.ts';
import { updateBlockedOfListing, updateBlockedOfWanted } from './blocked/update-blocked.ts';
import { conversationsOf } from './conversations-of.ts';
import { conversationHandlers } from './hub.ts';
import { liveOf } from './live.ts';
import { removeExpiredOriginals } from './originals/remove-expired.ts';
import { conversationsPart } from './personal-data.ts';
import { conversationRoutes } from './routes.ts';

export const conversations: Feature = {
  name: 'conversations',
  endpoints: (api, ctx) => conversationRoutes(api, conversationsOf(ctx)),
  requests: (ctx) =>
    conversationHandlers(conversationsOf(ctx), liveOf(ctx).typing.send, liveOf(ctx).countHere),
  sockets(ctx) {
    const { presence, countHere } = liveOf(ctx);
    return { greet: (actor) => countHere(actor.id), arrived: presence.arrived, left: presence.left };
  },
  on: {
    'listing changed': (ctx, tx, { id }) => updateBlockedOfListing(conversationsOf(ctx), tx, id),
    'wanted changed': (ctx, tx, { id }) => updateBlockedOfWanted(conversationsOf(ctx), tx, id),
  },
  jobs: [hourly('message originals', (ctx) => removeExpiredOriginals(conversationsOf(ctx)))],
  personalData: (ctx) => conversationsPart(conversationsOf(ctx)),
};
