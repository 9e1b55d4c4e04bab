import { Id } from '@selvedge/shared/platform/id';
import { LogEntry } from '@selvedge/shared/safety/reports';
import * as z from 'zod';
import { cutPage, decodeCursor, PageQuery, TOP } from '../../platform/core/paging.ts';
import type { Database } from '../../platform/db/database.ts';
import { type Api, adminRead } from '../../platform/http/endpoint.ts';
import { presentPerson } from '../present.ts';
import { type AdminActionRow, actionsOnPersonBelow, adminActionsBelow } from './queries.ts';

const LogQuery = PageQuery.extend({ person: Id.optional() });

const present = ({ entry, admin, person }: AdminActionRow): LogEntry => ({
  id: entry.id,
  admin: admin && presentPerson(admin),
  action: entry.action,
  subject: entry.subject,
  subjectId: entry.subjectId,
  person: person && presentPerson(person),
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
    async ({ c, query: { cursor, limit, person: personId } }) => {
      const from = { ...(cursor === undefined ? TOP : decodeCursor(cursor)), limit: limit + 1 };
      const rows = await db.read((conn) =>
        personId === undefined
          ? adminActionsBelow(conn, from)
          : actionsOnPersonBelow(conn, { ...from, personId }),
      );
      return c.json(cutPage(c, rows, limit, ({ entry }) => ({ at: entry.at, id: entry.id })).map(present));
    },
  );
}
