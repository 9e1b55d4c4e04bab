import { Profile } from '@selvedge/shared/members/users';
import * as z from 'zod';
import type { Ctx } from '../platform/core/ctx.ts';
import { type Api, viewerRead } from '../platform/http/endpoint.ts';
import { readBusiness } from './businesses/read-business.ts';
import { isHiddenOnProfile } from './find-block.ts';
import { findMemberByName } from './find-member.ts';
import { presentMember } from './present.ts';
import { countListings, countWanted } from './profile-queries.ts';
import { trustOf } from './trust/count-trust.ts';

/** The REST endpoint for public profiles. */
export function userRoutes(api: Api, { db, settings }: Ctx): void {
  api.endpoint(
    {
      ...viewerRead,
      path: '/api/users/:username',
      summary: 'A public profile',
      params: z.object({ username: z.string() }),
      query: z.strictObject({}),
      replies: { 200: Profile },
    },
    async ({ c, actor, params }) => {
      const profile = await db.read(async (conn): Promise<Profile> => {
        const user = await findMemberByName(conn, params.username);
        // A block hides items, but no deals and vouches.
        const trust = await trustOf(conn, user.id, settings.current().features);
        const business = await readBusiness(conn, user.id);
        const shown = { ...presentMember(user), createdAt: user.createdAt.toISOString(), ...trust, business };
        if (await isHiddenOnProfile(conn, actor, user.id)) {
          return { ...shown, activeCount: 0, soldCount: 0, wtbCount: 0, isBlocked: true };
        }
        const [listings] = await countListings(conn, { sellerId: user.id });
        const [wanted] = await countWanted(conn, { buyerId: user.id });
        return {
          ...shown,
          activeCount: listings?.active ?? 0,
          soldCount: listings?.sold ?? 0,
          wtbCount: wanted?.open ?? 0,
        };
      });
      return c.json(profile);
    },
  );
}
