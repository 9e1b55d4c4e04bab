import {
  AnswerAppeal,
  Filed,
  NewReport,
  QueueCounts,
  Report,
  ResolveReport,
} from '@selvedge/shared/safety/reports';
import * as z from 'zod';
import type { Ctx } from '../../platform/core/ctx.ts';
import { PageQuery } from '../../platform/core/paging.ts';
import { type Api, adminAction, adminRead, ById } from '../../platform/http/endpoint.ts';
import { answerAppeal } from './appeals/answer-appeal.ts';
import { fileReport } from './file-report.ts';
import { listReports } from './list-reports.ts';
import { overdueAt } from './overdue.ts';
import { countQueue } from './queries.ts';
import { numberOf } from './report-number.ts';
import { resolveReport } from './resolve-report.ts';

const QueueQuery = PageQuery.extend({
  state: z
    .enum(['open', 'appealed', 'closed'])
    .default('open')
    .meta({ description: '`appealed`: closed reports with an open appeal' }),
});

/** The REST endpoints for reports. */
export function reportRoutes(api: Api, ctx: Ctx): void {
  const { db } = ctx;

  api.endpoint(
    {
      method: 'post',
      path: '/api/reports',
      budget: 'report',
      summary: 'Report a listing, a WTB, a member, a message or a vouch to the admins',
      access: 'member',
      scope: null,
      body: NewReport,
      replies: { 200: Filed, 201: Filed },
    },
    async ({ c, actor, body }) => {
      const { report, isNew } = await fileReport(ctx, actor, body);
      const filed = { id: report.id, number: numberOf(report), createdAt: report.createdAt.toISOString() };
      return c.json(filed satisfies z.output<typeof Filed>, isNew ? 201 : 200);
    },
  );

  api.endpoint(
    {
      ...adminRead,
      path: '/api/admin/reports',
      summary: 'Open reports and appeals, oldest first; closed reports, latest first',
      query: QueueQuery,
      replies: { 200: z.array(Report) },
    },
    async ({ c, actor, query }) => c.json(await listReports(ctx, c, { ...query, adminId: actor.id })),
  );

  api.endpoint(
    {
      ...adminRead,
      path: '/api/admin/reports/count',
      summary: 'How many reports and appeals are open, and how many are older than 48 hours',
      replies: { 200: QueueCounts },
    },
    async ({ c, actor }) => {
      const { counts } = await db.read((conn) => countQueue(conn, overdueAt(Date.now()), actor.id));
      return c.json(counts satisfies QueueCounts);
    },
  );

  api.endpoint(
    {
      ...adminAction,
      method: 'post',
      path: '/api/admin/reports/:id/resolve',
      summary: 'Resolve a report and every other open one about the same subject',
      params: ById,
      body: ResolveReport,
      replies: { 204: null },
    },
    async ({ c, actor, params, body }) => {
      await resolveReport(ctx, actor, params.id, body);
      return c.body(null, 204);
    },
  );

  api.endpoint(
    {
      ...adminAction,
      method: 'post',
      path: '/api/admin/appeals/:id/answer',
      summary: 'Answer an appeal; only where there is no other admin, the one who decided may do so',
      params: ById,
      body: AnswerAppeal,
      replies: { 204: null },
    },
    async ({ c, actor, params, body }) => {
      await answerAppeal(ctx, actor, params.id, body);
      return c.body(null, 204);
    },
  );
}
