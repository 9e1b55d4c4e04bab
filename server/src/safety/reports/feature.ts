import { conversationsOf, putBackMessage, removeMessage } from '../../conversations/public.ts';
import { putBackVouch, removeVouch } from '../../deals/public.ts';
import { isSuspended, noticeAddressOf } from '../../identity/public.ts';
import {
  putBackListing,
  putBackWanted,
  removeListing,
  takeDownWanted,
  tradingOf,
} from '../../items/public.ts';
import { perProduct } from '../../platform/core/ctx.ts';
import { every, type Feature, hourly } from '../../platform/core/feature.ts';
import { announceSuspensions } from '../announce-suspensions.ts';
import { appealPages } from './appeals/pages.ts';
import type { Reporting } from './context.ts';
import { eraseExpiredReports } from './erase-expired.ts';
import { createReportLinks } from './links.ts';
import { overdueAt } from './overdue.ts';
import { reportsPart } from './personal-data.ts';
import { countQueue } from './queries.ts';
import { reportRoutes } from './routes.ts';
import { confirmReportPage, visitorReportRoutes } from './visitors/routes.ts';
import { warningRoutes } from './warnings/routes.ts';

const reportingOf = perProduct((ctx): Reporting => {
  const { db, publish, settings, mailer, identity, media, deriveKey } = ctx;
  const { publicUrl } = ctx.config;
  const conversations = conversationsOf(ctx);
  const trading = tradingOf(ctx);
  return {
    ...{ db, publish, settings, mailer, publicUrl, noticeAddressOf },
    links: createReportLinks(publicUrl, deriveKey),
    takeDown: {
      listing: (tx, actor, id) => removeListing({ ...trading, tx, actor }, id, 'removeAny', 'withheld'),
      wtb: (tx, _, id) => takeDownWanted({ tx, publish }, id),
      message: (tx, _, id) => removeMessage(conversations, tx, id),
      vouch: (tx, actor, id, reason) => removeVouch(tx, actor, { id, reason }),
    },
    putBack: {
      listing: async (tx, { ownerId, ...item }) =>
        putBackListing({ ...trading, tx }, { ...item, isSuspended: await isSuspended(tx, ownerId) }),
      wtb: async (tx, { ownerId, ...item }) =>
        putBackWanted({ tx, publish }, { ...item, isSuspended: await isSuspended(tx, ownerId) }),
      message: (tx, item) => putBackMessage(conversations, tx, item),
      vouch: putBackVouch,
    },
    suspend: identity.suspend,
    endSuspension: identity.endSuspension,
    images: media.chatImages,
    refreshWithheld: media.refreshWithheld,
  };
});

export const reports: Feature = {
  name: 'reports',
  endpoints(api, ctx) {
    const { limits, addressOf } = ctx;
    reportRoutes(api, reportingOf(ctx));
    visitorReportRoutes(api, { ...reportingOf(ctx), limits, addressOf });
    warningRoutes(api, ctx);
  },
  pages(app, ctx) {
    confirmReportPage(app, reportingOf(ctx));
    appealPages(app, reportingOf(ctx));
  },
  jobs: [
    // Open pages learn of a suspension by another process within half a second.
    every(500, (ctx) => announceSuspensions(ctx)()),
    hourly('reports', ({ db }) => eraseExpiredReports(db, Date.now())),
  ],
  personalData: reportsPart,
  gauges: ({ db }) => ({
    moderationQueue: () => db.read((conn) => countQueue(conn, overdueAt(Date.now()))),
  }),
};
