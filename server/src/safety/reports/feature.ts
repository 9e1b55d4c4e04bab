import { every, type Feature, hourly } from '../../platform/core/feature.ts';
import type { NoticeKind } from '../../platform/core/notice.ts';
import { announceSuspensions } from '../announce-suspensions.ts';
import { appealPages } from './appeals/pages.ts';
import { eraseExpiredReports } from './erase-expired.ts';
import { overdueAt } from './overdue.ts';
import { reportsPart } from './personal-data.ts';
import { countQueue } from './queries.ts';
import { reportRoutes } from './routes.ts';
import { confirmReportPage, visitorReportRoutes } from './visitors/routes.ts';
import { warningRoutes } from './warnings/routes.ts';

/** Mailed at once with its reason, which the law asks for. */
const DECISION: Omit<NoticeKind, 'label'> = {
  text: ({ data }) => data.text ?? '',
  path: ({ data }) => data.path ?? '/',
  push: true,
  mail: 'always',
};

export const reports: Feature = {
  name: 'reports',
  endpoints(api, ctx) {
    reportRoutes(api, ctx);
    visitorReportRoutes(api, ctx);
    warningRoutes(api, ctx);
  },
  pages(app, ctx) {
    confirmReportPage(app, ctx);
    appealPages(app, ctx);
  },
  notices: {
    decision: { ...DECISION, label: 'Decisions on reports' },
    warning: { ...DECISION, label: 'Warnings by admins' },
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
