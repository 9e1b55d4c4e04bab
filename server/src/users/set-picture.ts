import type { Actor } from '../core/actor.ts';
import { unauthorized } from '../core/errors.ts';
import type { Database } from '../db/database.ts';
import { lockUser } from '../members/queries.ts';
import { claimPortrait } from '../uploads/claim-uploads.ts';
import type { Portraits } from '../uploads/portraits.ts';
import { releaseUploads } from '../uploads/release-uploads.ts';
import { updateUser } from './queries.ts';

/**
 * Sets a member's picture to the uploaded one with this key, or to none, and releases the previous one.
 * @throws invalid_input when it is not an unused picture of theirs.
 */
export async function setPicture(
  { db, portraits }: { db: Database; portraits: Pick<Portraits, 'discard'> },
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
    tx.afterCommit(() => portraits.discard([previous]));
  });
}
