import { DELIVERY_DAYS } from '@selvedge/shared/notifications/webhook-events';
import { followedOf } from '../../conversations/public.ts';
import { every, type Feature, hourly } from '../../platform/core/feature.ts';
import { webhooksPart } from './personal-data.ts';
import { allOwners, deleteDeliveriesBefore, endLeases, switchOffOwn, wakeForgotten } from './queries.ts';
import { queueOf } from './queue.ts';
import { webhookQueue } from './queue-kind.ts';
import {
  dealConfirmed,
  itemsChanged,
  listingChanged,
  messageSent,
  searchMatched,
  wantedChanged,
} from './record-events.ts';
import { webhookRoutes } from './routes.ts';

const DAY = 86_400_000;

/** Tells addresses of members and of the instance what happens, by Standard Webhooks 1.0.0. */
export const webhooks: Feature = {
  name: 'webhooks',
  endpoints: webhookRoutes,
  on: {
    'listing changed': listingChanged,
    'wanted changed': wantedChanged,
    'items of member changed': itemsChanged,
    'message sent': messageSent,
    'deal confirmed': dealConfirmed,
    'search matched': searchMatched,
    // An intruder may have added them, to read what the owner gets.
    'keys ended': async (_, tx, { memberId, keyIds, areAll }) => {
      await switchOffOwn(tx, memberId, areAll ? null : keyIds);
    },
  },
  jobs: [
    every(5_000, ({ db }) => db.transact(async (tx) => wakeForgotten(tx, new Date()))),
    hourly('webhook deliveries', ({ db }) =>
      db.transact(async (tx) => deleteDeliveriesBefore(tx, new Date(Date.now() - DELIVERY_DAYS * DAY))),
    ),
  ],
  personalData: webhooksPart,
  queues: [webhookQueue],
  async start(ctx) {
    // SQLite has one process: those of an earlier one have ended with it.
    if (ctx.db.dialect === 'sqlite') await ctx.db.transact(async (tx) => endLeases(tx));
    ctx.onClose('webhooks', queueOf(ctx).close);
    for (const { ownerId } of await ctx.db.read(async (conn) => allOwners(conn)))
      if (ownerId !== null) followedOf(ctx).add(ownerId);
  },
};
