import { Person } from '@selvedge/shared/members/users';
import { Id } from '@selvedge/shared/platform/id';
import * as z from 'zod';
import type { Ctx } from '../../platform/core/ctx.ts';
import { cutPage, decodeCursor, PageQuery, TOP } from '../../platform/core/paging.ts';
import { type Api, memberRead } from '../../platform/http/endpoint.ts';
import { presentMember } from '../present.ts';
import { blockMember, unblockMember } from './change-block.ts';
import { blockedBelow } from './queries.ts';

const change = {
  access: 'member',
  scope: null,
  params: z.object({ userId: Id }),
  replies: { 204: null },
} as const;

/** The REST endpoints for the member's blocks. */
export function blockRoutes(api: Api, ctx: Ctx): void {
  const { db } = ctx;

  api.endpoint(
    {
      ...memberRead,
      scope: null,
      path: '/api/blocks',
      summary: 'The members I have blocked, latest first',
      query: PageQuery,
      replies: { 200: z.array(Person) },
    },
    async ({ c, actor, query: { cursor, limit } }) => {
      const from = cursor === undefined ? TOP : decodeCursor(cursor);
      const rows = await db.read((conn) =>
        blockedBelow(conn, { ...from, blockerId: actor.id, limit: limit + 1 }),
      );
      const page = cutPage(c, rows, limit, ({ createdAt, id }) => ({ at: createdAt, id }));
      return c.json(page.map(({ person }) => presentMember(person)));
    },
  );

  api.endpoint(
    {
      method: 'put',
      path: '/api/blocks/:userId',
      budget: 'block',
      summary: 'Block a member, both ways',
      ...change,
    },
    async ({ c, actor, params }) => {
      await blockMember(ctx, actor, params.userId);
      return c.body(null, 204);
    },
  );

  api.endpoint(
    {
      method: 'delete',
      path: '/api/blocks/:userId',
      budget: 'block',
      summary: 'Unblock a member',
      ...change,
    },
    async ({ c, actor, params }) => {
      await unblockMember(ctx, actor, params.userId);
      return c.body(null, 204);
    },
  );
}
