import { isConnected } from '../../conversations/public.ts';
import { mailAddressOf } from '../../identity/public.ts';
import { createMailTokens, unsubscribeRoutes } from '../../members/public.ts';
import { type Ctx, perProduct } from '../../platform/core/ctx.ts';
import { every, type Feature } from '../../platform/core/feature.ts';
import { MAIL_TIMES, type Mailing, type MailTimes, mailOwners } from './mails/mail-owners.ts';
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

const queueOf = perProduct((ctx) => createQueue(ctx));
const tokensOf = perProduct((ctx) => createMailTokens(ctx.deriveKey('mail links')));

const timesOf = ({ edges }: Ctx): MailTimes => edges.times?.matches ?? MAIL_TIMES;
const mailingOf = (ctx: Ctx): Mailing => ({
  ...{ db: ctx.db, log: ctx.log, publish: ctx.publish, mailer: ctx.mailer, settings: ctx.settings },
  ...{ mailAddressOf, publicUrl: ctx.config.publicUrl, tokens: tokensOf(ctx), times: timesOf(ctx) },
  isConnected: (userId) => isConnected(ctx, userId),
});

/** Matches listings with WTBs, and notifies the WTBs' owners: live, or by mail while they are away. */
export const matching: Feature = {
  name: 'matching',
  endpoints: matchingRoutes,
  pages: (app, ctx) =>
    unsubscribeRoutes(app, {
      ...UNSUBSCRIBE,
      ...{ db: ctx.db, settings: ctx.settings, tokens: tokensOf(ctx) },
      setOff: setMailsOff,
    }),
  on: {
    'listing changed': (ctx, tx, { id }) => queueOf(ctx).add(tx, 'listing', id),
    'wanted changed': (ctx, tx, { id }) => queueOf(ctx).add(tx, 'wanted', id),
  },
  jobs: [
    // For what another process left unfinished.
    every(30_000, (ctx) => queueOf(ctx).kick()),
    every(
      (ctx) => timesOf(ctx).interval,
      (ctx) => mailOwners(mailingOf(ctx)),
    ),
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
