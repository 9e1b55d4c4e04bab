import { Filed, NewReport, Report, ResolveReport } from '@selvedge/shared/reports';
import * as z from 'zod';
import { cutPage, decodeCursor, PageQuery, TOP } from '../core/paging.ts';
import { type Api, ById } from '../http/endpoint.ts';
import { fileReport } from './file-report.ts';
import { presentReport } from './present.ts';
import { closedReportsBelow, openReportsBelow } from './queries.ts';
import { type ReportParts, resolveReport } from './resolve-report.ts';

const QueueQuery = PageQuery.extend({ state: z.enum(['open', 'closed']).default('open') });

/** The REST endpoints for reports. */
export function reportRoutes(api: Api, reporting: ReportParts): void {
  const { db, images } = reporting;

  api.endpoint(
    {
      method: 'post',
      path: '/api/reports',
      budget: 'report',
      summary: 'Report a listing, a WTB, a member, a message or a vouch to the admins',
      access: 'member',
      body: NewReport,
      replies: { 200: Filed, 201: Filed },
    },
    async ({ c, actor, body }) => {
      const { report, isNew } = await fileReport(db, actor, body);
      const filed = { id: report.id, createdAt: report.createdAt.toISOString() };
      return c.json(filed satisfies z.output<typeof Filed>, isNew ? 201 : 200);
    },
  );

  api.endpoint(
    {
      method: 'get',
      path: '/api/admin/reports',
      budget: 'calls',
      summary: 'Open or closed reports, latest first',
      access: 'admin',
      query: QueueQuery,
      replies: { 200: z.array(Report) },
    },
    async ({ c, actor, query: { cursor, limit, state } }) => {
      const from = cursor === undefined ? TOP : decodeCursor(cursor);
      const below = state === 'open' ? openReportsBelow : closedReportsBelow;
      const rows = await db.read((conn) => below(conn, { ...from, limit: limit + 1 }));
      const page = cutPage(c, rows, limit, ({ report }) => ({ at: report.createdAt, id: report.id }));
      return c.json(page.map((row) => presentReport(row, actor.id, images)));
    },
  );

  api.endpoint(
    {
      method: 'post',
      path: '/api/admin/reports/:id/resolve',
      budget: 'adminAction',
      summary: 'Resolve a report and every other open one about the same subject',
      access: 'admin',
      params: ById,
      body: ResolveReport,
      replies: { 204: null },
    },
    async ({ c, actor, params, body }) => {
      await resolveReport(reporting, actor, params.id, body);
      return c.body(null, 204);
    },
  );
}
