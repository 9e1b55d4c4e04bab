import type { Ctx } from '../../platform/core/ctx.ts';
import { inPages, type Place, TOP } from '../../platform/core/paging.ts';
import { jsonListFile, type PersonalPart } from '../../platform/core/personal-part.ts';
import { presentNotice } from './present.ts';
import { deleteNoticesOf, noticesBelow } from './queries.ts';

const PAGE = 100;

async function* noticesOf(ctx: Ctx, userId: string) {
  const read = (from: Place, limit: number) =>
    ctx.db.read(async (conn) => noticesBelow(conn, [...ctx.notices.keys()], { userId, ...from, limit }));
  const pages = inPages(TOP, PAGE, read, ({ notice }) => ({ at: notice.createdAt, id: notice.id }));
  for await (const rows of pages) yield rows.map((row) => presentNotice(ctx, row).notice);
}

/** What a member was notified of in the last 90 days. */
export function updatesPart(ctx: Ctx): PersonalPart {
  return {
    async *files(userId) {
      yield jsonListFile('updates.json', noticesOf(ctx, userId));
    },
    async erase(tx, userId) {
      await deleteNoticesOf(tx, userId);
    },
  };
}
