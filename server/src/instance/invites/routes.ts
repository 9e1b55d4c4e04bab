import { CreatedInvite, Invite, NewInvite } from '@selvedge/shared/instance/invites';
import * as z from 'zod';
import { findMember } from '../../members/public.ts';
import type { Ctx } from '../../platform/core/ctx.ts';
import { cutPage, decodeCursor, PageQuery, TOP } from '../../platform/core/paging.ts';
import { type Api, adminAction, adminRead, ById } from '../../platform/http/endpoint.ts';
import { createInvite } from './create-invite.ts';
import { presentInvite } from './present.ts';
import { invitesBelow } from './queries.ts';
import { revokeInvite } from './revoke-invite.ts';

const PATH = '/api/admin/invites';

/** The REST endpoints for invitations. */
export function inviteRoutes(api: Api, { db, config: { publicUrl } }: Ctx): void {
  api.endpoint(
    {
      ...adminRead,
      path: PATH,
      summary: 'Invitations, newest first',
      query: PageQuery,
      replies: { 200: z.array(Invite) },
    },
    async ({ c, query: { cursor, limit } }) => {
      const from = cursor === undefined ? TOP : decodeCursor(cursor);
      const rows = await db.read((conn) => invitesBelow(conn, { ...from, limit: limit + 1 }));
      const placeOf = ({ invite }: (typeof rows)[number]) => ({ at: invite.createdAt, id: invite.id });
      return c.json(cutPage(c, rows, limit, placeOf).map(presentInvite));
    },
  );

  api.endpoint(
    {
      ...adminAction,
      method: 'post',
      path: PATH,
      summary: 'Create an invitation; its link is shown only in this response',
      body: NewInvite,
      replies: { 201: CreatedInvite },
    },
    async ({ c, actor, body }) => {
      const { invite, link } = await createInvite({ db, publicUrl }, body, actor.id);
      const [admin = null] = await db.read((conn) => findMember(conn, actor.id));
      return c.json({ ...presentInvite({ invite, admin }), link }, 201);
    },
  );

  api.endpoint(
    {
      ...adminAction,
      method: 'delete',
      path: `${PATH}/:id`,
      summary: 'Revoke an invitation; accounts that it has admitted stay',
      params: ById,
      replies: { 204: null },
    },
    async ({ c, actor, params }) => {
      await revokeInvite(db, params.id, actor.id);
      return c.body(null, 204);
    },
  );
}
