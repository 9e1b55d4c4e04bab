import { Id } from '@selvedge/shared/platform/id';
import { LogEntry } from '@selvedge/shared/safety/reports';
import * as z from 'zod';
import { cutPage, decodeCursor, PageQuery, TOP } from '../../platform/core/paging.ts';
import type { Database } from '../../platform/db/database.ts';
import { type Api, adminRead } from '../../platform/http/endpoint.ts';
import { presentMember } from '../present.ts';
import { type AdminActionRow, actionsOnMemberBelow, adminActionsBelow } from './queries.ts';

const LogQuery = PageQuery.extend({ person: Id.optional() });

const present = ({ entry, admin, person }: AdminActionRow): LogEntry => ({
  id: entry.id,
  admin: admin && presentMember(admin),
  action: entry.action,
  subject: entry.subject,
  subjectId: entry.subjectId,
  person: person && presentMember(person),
  note: entry.note,
  at: entry.at.toISOString(),
});

/** The REST endpoint for the log of admin actions. */
export function adminLogRoutes(api: Api, { db }: { db: Database }): void {
  api.endpoint(
    {
      ...adminRead,
      path: '/api/admin/log',
      summary: 'Admin actions, latest first; with `person`, the record of one member',
      query: LogQuery,
      replies: { 200: z.array(LogEntry) },
    },
    async ({ c, query: { cursor, limit, person: memberId } }) => {
      const from = { ...(cursor === undefined ? TOP : decodeCursor(cursor)), limit: limit + 1 };
      const rows = await db.read((conn) =>
        memberId === undefined
          ? adminActionsBelow(conn, from)
          : actionsOnMemberBelow(conn, { ...from, memberId }),
      );
      return c.json(cutPage(c, rows, limit, ({ entry }) => ({ at: entry.at, id: entry.id })).map(present));
    },
  );
}
