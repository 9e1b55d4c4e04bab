import { Notice, ReadNotices, UnreadNotices } from '@selvedge/shared/notifications/updates';
import * as z from 'zod';
import type { Ctx } from '../../platform/core/ctx.ts';
import { cutPage, decodeCursor, PageQuery, TOP } from '../../platform/core/paging.ts';
import { type Api, memberRead } from '../../platform/http/endpoint.ts';
import { kindsOn } from '../settings.ts';
import { presentNotice } from './present.ts';
import { noticesBelow } from './queries.ts';
import { countUnread, readWithin } from './read-notices.ts';

/** The REST endpoints for a member's own notices. */
export function updateRoutes(api: Api, ctx: Ctx): void {
  const { db } = ctx;

  api.endpoint(
    {
      ...memberRead,
      scope: null,
      path: '/api/notices',
      summary: 'What I was notified of in the last 90 days, latest first',
      query: PageQuery,
      replies: { 200: z.array(Notice) },
    },
    async ({ c, actor, query: { cursor, limit } }) => {
      const from = { ...(cursor === undefined ? TOP : decodeCursor(cursor)), limit: limit + 1 };
      const rows = await db.read(async (conn) =>
        noticesBelow(conn, kindsOn(ctx), { userId: actor.id, ...from }),
      );
      const page = cutPage(c, rows, limit, ({ notice }) => ({ at: notice.createdAt, id: notice.id }));
      return c.json(page.map((row) => presentNotice(ctx, row).notice));
    },
  );

  api.endpoint(
    {
      ...memberRead,
      scope: null,
      path: '/api/notices/unread',
      summary: 'How many of my notices are unread',
      replies: { 200: UnreadNotices },
    },
    async ({ c, actor }) => c.json({ count: await db.read((conn) => countUnread(ctx, conn, actor.id)) }),
  );

  api.endpoint(
    {
      method: 'post',
      path: '/api/notices/read',
      budget: 'receipts',
      summary: 'Mark these notices of mine as read; ids of other notices are ignored',
      access: 'member',
      scope: null,
      body: ReadNotices,
      replies: { 204: null },
    },
    async ({ c, actor, body }) => {
      await db.transact((tx) => readWithin(ctx, tx, actor.id, body.ids));
      return c.body(null, 204);
    },
  );
}
