import { Id } from '@selvedge/shared/platform/id';
import { SessionEnd } from '@selvedge/shared/platform/realtime';
import * as z from 'zod';
import type { Database } from '../../platform/db/database.ts';
import { type Api, publicRead } from '../../platform/http/endpoint.ts';
import { findEnded } from '../queries.ts';

/** For a browser whose tokens no longer work. A session's id is in no other response, and opens nothing. */
export function endedRoute(api: Api, db: Database): void {
  api.endpoint(
    {
      ...publicRead,
      path: '/api/auth/sessions/:id/end',
      summary: 'Why a session ended; null if it has not, or too long ago',
      params: z.strictObject({ id: Id }),
      replies: { 200: SessionEnd },
    },
    async ({ c, params }) => {
      const [ended] = await db.read(async (conn) => findEnded(conn, params.id));
      return c.json({ reason: ended?.reason ?? null });
    },
  );
}
