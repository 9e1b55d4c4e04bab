import {
  AnswerVouch,
  OwnVouch,
  RemoveVouch,
  SignedVouches,
  type VouchStatement,
  WriteVouch,
} from '@selvedge/shared/deals/vouches';
import * as z from 'zod';
import { countDeals, countVouches, findMemberByName, isHiddenOnProfile } from '../../members/public.ts';
import type { Ctx } from '../../platform/core/ctx.ts';

import { cutPage, decodeCursor, encodeCursor, PageQuery, TOP } from '../../platform/core/paging.ts';
import { type Api, adminAction, ById, viewerRead } from '../../platform/http/endpoint.ts';
import { answerVouch } from './answer-vouch.ts';
import { listVouches } from './list-vouches.ts';
import { presentVouch } from './present.ts';
import { countWriters } from './queries.ts';
import { removeVouchAsAdmin } from './remove-vouch.ts';
import { signStatement } from './statement.ts';
import { writeVouch } from './write-vouch.ts';

/** The REST endpoints for vouches. */
export function vouchRoutes(api: Api, ctx: Ctx): void {
  const { db, identity, settings, config } = ctx;
  api.endpoint(
    {
      ...viewerRead,
      path: '/api/users/:username/vouches',
      feature: 'vouches',
      summary: 'The public vouches about a member, latest first, signed by the instance',
      params: z.object({ username: z.string() }),
      query: PageQuery,
      replies: { 200: SignedVouches },
    },
    async ({ c, actor, params, query: { cursor, limit } }) => {
      const from = cursor === undefined ? TOP : decodeCursor(cursor);
      const now = new Date();
      const { member, rows, trust, writers } = await db.read(async (conn) => {
        const found = await findMemberByName(conn, params.username);
        // A viewer who blocked the member reads on: a block does not remove vouches.
        await isHiddenOnProfile(conn, actor, found.id);
        return {
          member: found,
          rows: await listVouches(conn, found.id, { ...from, limit: limit + 1 }, now),
          trust: {
            ...(settings.isOn('deals') && (await countDeals(conn, found.id, now))),
            vouches: await countVouches(conn, found.id, now),
          },
          writers: (await countWriters(conn, found.id, now))[0]?.count ?? 0,
        };
      });
      const page = cutPage(c, rows, limit, ({ vouch }) => ({ at: vouch.releasesAt, id: vouch.id }));
      const statement: VouchStatement = {
        issuer: config.publicUrl,
        memberId: member.id,
        username: member.username,
        signedAt: now.toISOString(),
        trust,
        writers,
        // Encoded anew: the decoder ignores some characters, and a caller must not choose what is signed.
        page: { cursor: cursor === undefined ? null : encodeCursor(from), hasMore: rows.length > limit },
        vouches: page.map(presentVouch),
      };
      return c.json(await signStatement(identity.keys, statement));
    },
  );

  api.endpoint(
    {
      method: 'put',
      path: '/api/deals/:id/vouch',
      feature: 'vouches',
      budget: 'vouch',
      summary: 'Vouch for the other member of my deal, or change my vouch while it is not public',
      access: 'member',
      scope: null,
      params: ById,
      body: WriteVouch,
      replies: { 200: OwnVouch },
    },
    async ({ c, actor, params, body }) => c.json(await writeVouch(ctx, actor, params.id, body)),
  );

  api.endpoint(
    {
      method: 'post',
      path: '/api/vouches/:id/answer',
      feature: 'vouches',
      budget: 'vouch',
      summary: 'Answer a public vouch about me, once',
      access: 'member',
      scope: null,
      params: ById,
      body: AnswerVouch,
      replies: { 204: null },
    },
    async ({ c, actor, params, body }) => {
      await answerVouch(ctx, actor, params.id, body);
      return c.body(null, 204);
    },
  );

  api.endpoint(
    {
      ...adminAction,
      method: 'delete',
      path: '/api/admin/vouches/:id',
      feature: 'vouches',
      summary: 'Remove any public vouch, as an admin; its writer is sent the reason',
      params: ById,
      body: RemoveVouch,
      replies: { 204: null },
    },
    async ({ c, actor, params: { id }, body: { reason } }) => {
      await removeVouchAsAdmin(ctx, actor, { id, reason });
      return c.body(null, 204);
    },
  );
}
