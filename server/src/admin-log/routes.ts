import { LogEntry } from '@selvedge/shared/reports';
import * as z from 'zod';
import { cutPage, decodeCursor, PageQuery, TOP } from '../core/paging.ts';
import type { Database } from '../db/database.ts';
import type { Api } from '../http/endpoint.ts';
import { presentPerson } from '../members/present.ts';
import { type AdminActionRow, adminActionsBelow } from './queries.ts';

const present = ({ deed, admin, person }: AdminActionRow): LogEntry => ({
  id: deed.id,
  admin: presentPerson(admin),
  action: deed.action,
  subject: deed.subject,
  subjectId: deed.subjectId,
  person: presentPerson(person),
  note: deed.note,
  at: deed.at.toISOString(),
});

/** The REST call for the log of what admins did. */
export function adminLogRoutes(api: Api, { db }: { db: Database }): void {
  api.endpoint(
    {
      method: 'get',
      path: '/api/admin/log',
      budget: 'calls',
      summary: 'What admins did, the latest first',
      access: 'admin',
      query: PageQuery,
      replies: { 200: z.array(LogEntry) },
    },
    async ({ c, query: { cursor, limit } }) => {
      const from = cursor === undefined ? TOP : decodeCursor(cursor);
      const rows = await db.read((conn) => adminActionsBelow(conn, { ...from, limit: limit + 1 }));
      return c.json(cutPage(c, rows, limit, ({ deed }) => ({ at: deed.at, id: deed.id })).map(present));
    },
  );
}
