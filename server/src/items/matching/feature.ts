import { unsubscribeRoutes } from '../../members/public.ts';
import { perProduct } from '../../platform/core/ctx.ts';
import { every, type Feature } from '../../platform/core/feature.ts';
import { mailOwners, mailTokensOf, timesOf } from './mails/mail-owners.ts';
import { setMailsOff } from './mails/queries.ts';
import { matchingPart } from './personal-data.ts';
import { countJobs } from './queries.ts';
import { createQueue } from './queue.ts';
import { matchingRoutes } from './routes.ts';

const UNSUBSCRIBE = {
  path: '/mail/unsubscribe',
  about: 'match',
  otherwise: () => 'Matches still show on your Want to Buy page.',
  when: 'At most one an hour, and only while you are away.',
  place: { path: '/wtb', label: 'Go to Want to Buy' },
};

const queueOf = perProduct(createQueue);

/** Matches listings with WTBs, and notifies the WTBs' owners: live, or by mail while they are away. */
export const matching: Feature = {
  name: 'matching',
  endpoints: matchingRoutes,
  pages: (app, ctx) =>
    unsubscribeRoutes(app, {
      ...UNSUBSCRIBE,
      ...{ db: ctx.db, settings: ctx.settings, tokens: mailTokensOf(ctx) },
      setOff: setMailsOff,
    }),
  on: {
    'listing changed': (ctx, tx, { id }) => queueOf(ctx).add(tx, 'listing', id),
    'wanted changed': (ctx, tx, { id }) => queueOf(ctx).add(tx, 'wanted', id),
  },
  jobs: [
    // For what another process left unfinished.
    every(30_000, (ctx) => queueOf(ctx).kick()),
    every((ctx) => timesOf(ctx).interval, mailOwners),
  ],
  personalData: matchingPart,
  gauges: ({ db }) => ({
    matchingQueue: () => db.read(async (conn) => (await countJobs(conn))[0]?.count ?? 0),
  }),
  start(ctx) {
    const { kick, close } = queueOf(ctx);
    ctx.onClose('matching', close);
    // Jobs may remain from before the last restart.
    void kick();
  },
};
