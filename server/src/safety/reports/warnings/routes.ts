import { Warning } from '@selvedge/shared/safety/reports';
import { aboutText } from '@selvedge/shared/safety/safety-texts';
import * as z from 'zod';
import { notFound } from '../../../platform/core/errors.ts';
import type { Database } from '../../../platform/db/database.ts';
import { type Api, ById, memberRead } from '../../../platform/http/endpoint.ts';
import { findUnread, markRead } from './queries.ts';

/** The REST endpoints for a member's own warnings. */
export function warningRoutes(api: Api, { db }: { db: Database }): void {
  api.endpoint(
    {
      ...memberRead,
      scope: null,
      path: '/api/warnings',
      summary: 'The warnings by admins that I have not confirmed, oldest first',
      replies: { 200: z.array(Warning) },
    },
    async ({ c, actor }) => {
      const rows = await db.read(async (conn) => findUnread(conn, actor.id));
      return c.json(
        rows.map(
          ({ subject, evidence, createdAt, ...row }): Warning => ({
            ...row,
            about: subject && evidence ? aboutText(subject, evidence.title) : null,
            createdAt: createdAt.toISOString(),
          }),
        ),
      );
    },
  );

  api.endpoint(
    {
      method: 'post',
      path: '/api/warnings/:id/read',
      budget: 'settings',
      summary: 'Confirm that I have read a warning',
      access: 'member',
      scope: null,
      params: ById,
      replies: { 204: null },
    },
    async ({ c, actor, params: { id } }) => {
      const found = await db.transact(async (tx) => {
        await tx.emit('notices seen', { userId: actor.id, kind: 'warning' });
        return markRead(tx, id, actor.id, new Date());
      });
      if (found.length === 0) throw notFound('Warning not found');
      return c.body(null, 204);
    },
  );
}
