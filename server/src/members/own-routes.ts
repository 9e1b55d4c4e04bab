import { ChangeUsername, ChoosePicture, User, UsernameChanged } from '@selvedge/shared/members/users';
import type { Context } from 'hono';
import type { Actor } from '../platform/core/actor.ts';
import type { Ctx } from '../platform/core/ctx.ts';
import type { Api } from '../platform/http/endpoint.ts';
import { portraitKey } from '../platform/media/claim-uploads.ts';
import { changeUsername } from './change-username.ts';
import { setPicture } from './set-picture.ts';

const UPDATED = 'Username updated successfully!';

/** The REST endpoints for the member's own profile. */
export function ownUserRoutes(api: Api, ctx: Ctx): void {
  const { portraits } = ctx.media;
  /** Removes the upload again if it does not become the member's picture. */
  async function upload(c: Context, actor: Actor): Promise<void> {
    const key = await portraits.takeIn(c, actor);
    await setPicture(ctx, actor, key).catch(async (error: unknown) => {
      await portraits.discard([key]);
      throw error;
    });
  }

  api.endpoint(
    {
      method: 'patch',
      path: '/api/auth/user',
      budget: 'account',
      summary: 'Change my username, or confirm the generated one by sending it',
      access: 'member',
      scope: null,
      body: ChangeUsername,
      replies: { 200: UsernameChanged },
    },
    async ({ c, body, actor }) => {
      const at = await changeUsername(ctx.db, actor, body.username);
      const changed = { message: UPDATED, username_last_changed: at?.toISOString() ?? null };
      return c.json(changed satisfies UsernameChanged);
    },
  );

  api.endpoint(
    {
      method: 'post',
      path: '/api/auth/user/profile-image',
      budget: 'upload',
      summary: 'Set my picture: a file in the form field `profileImage`, or one that I uploaded earlier',
      access: 'member',
      scope: null,
      body: ChoosePicture.optional(),
      takesForm: true,
      file: 'profileImage',
      replies: { 200: User },
    },
    async ({ c, body, actor }) => {
      const url = body?.profileImageUrl ?? null;
      if (!body) await upload(c, actor);
      else await setPicture(ctx, actor, url === null ? null : portraitKey(url, actor.id));
      return c.json((await ctx.identity.readUser(actor)) satisfies User);
    },
  );
}
