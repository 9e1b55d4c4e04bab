import type { Actor } from '../platform/core/actor.ts';
import type { Ctx } from '../platform/core/ctx.ts';
import { unauthorized } from '../platform/core/errors.ts';
import { claimPortrait } from '../platform/media/claim-uploads.ts';
import { releaseUploads } from '../platform/media/release-uploads.ts';
import { updateUser } from './profile-queries.ts';
import { lockUser } from './queries.ts';

/**
 * Sets a member's picture to the uploaded one with this key, or to none, and releases the previous one.
 * @throws invalid_input when it is not an unused picture of theirs.
 */
export async function setPicture(
  { db, media }: Pick<Ctx, 'db' | 'media'>,
  actor: Pick<Actor, 'id'>,
  key: string | null,
): Promise<void> {
  await db.transact(async (tx) => {
    const user = await lockUser(tx, actor.id);
    if (!user) throw unauthorized();
    const { profileImageKey: previous } = user;
    if (previous === key) return;
    const at = new Date();
    if (key !== null) await claimPortrait(tx, user.id, key, at);
    await updateUser(tx, user.id, { profileImageKey: key }, at);
    if (previous === null) return;
    await releaseUploads(tx, [previous]);
    tx.afterCommit(() => media.portraits.discard([previous]));
  });
}
