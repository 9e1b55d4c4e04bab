import type { Report } from '@selvedge/shared/safety/reports';
import type { Ctx } from '../../platform/core/ctx.ts';
import { cutPage, decodeCursor, type Paged, START, TOP } from '../../platform/core/paging.ts';
import type { Conn } from '../../platform/db/database.ts';
import { appealsOf, openAppealsAfter } from './appeals/queries.ts';
import { presentReport } from './present.ts';
import { closedReportsBelow, findReports, openReportsAfter, type ReportRow } from './queries.ts';

interface Page {
  adminId: string;
  state: 'open' | 'appealed' | 'closed';
  cursor?: string | undefined;
  limit: number;
}

/** The reports of a page of open appeals, in the order of these. */
async function readAppealed(conn: Conn, c: Paged, { adminId, cursor, limit }: Page): Promise<ReportRow[]> {
  const from = cursor === undefined ? START : decodeCursor(cursor);
  const appeals = await openAppealsAfter(conn, { ...from, adminId, limit: limit + 1 });
  const page = cutPage(c, appeals, limit, ({ createdAt, id }) => ({ at: createdAt, id }));
  const ids = [...new Set(page.map(({ reportId }) => reportId))];
  if (ids.length === 0) return [];
  const rows = await findReports(conn, ids);
  return ids.flatMap((id) => rows.filter(({ report }) => report.id === id));
}

async function readRows(conn: Conn, c: Paged, page: Page): Promise<ReportRow[]> {
  const { adminId, state, cursor, limit } = page;
  if (state === 'appealed') return readAppealed(conn, c, page);
  const from = cursor === undefined ? (state === 'open' ? START : TOP) : decodeCursor(cursor);
  const read = state === 'open' ? openReportsAfter : closedReportsBelow;
  const rows = await read(conn, { ...from, adminId, limit: limit + 1 });
  return cutPage(c, rows, limit, ({ report }) => ({ at: report.createdAt, id: report.id }));
}

/** A page of the reports about others for an admin, each with the appeals against its decision. */
export async function listReports(
  { db, media }: Pick<Ctx, 'db' | 'media'>,
  c: Paged,
  page: Page,
): Promise<Report[]> {
  return db.read(async (conn) => {
    const rows = await readRows(conn, c, page);
    const ids = rows.map(({ report }) => report.id);
    const appeals = ids.length === 0 ? [] : await appealsOf(conn, ids);
    return rows.map((row) =>
      presentReport(
        row,
        appeals.filter(({ appeal }) => appeal.reportId === row.report.id),
        page.adminId,
        media.chatImages,
      ),
    );
  });
}
