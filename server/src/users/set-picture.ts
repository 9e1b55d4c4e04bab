import type { Actor } from '../core/actor.ts';
import { unauthorized } from '../core/errors.ts';
import type { Database } from '../db/database.ts';
import { lockUser } from '../members/queries.ts';
import { claimPortrait } from '../uploads/claim-uploads.ts';
import type { Portraits } from '../uploads/portraits.ts';
import { releaseUploads } from '../uploads/release-uploads.ts';
import { updateUser } from './queries.ts';

/**
 * Gives a person the uploaded picture under a key, or none, and releases the one they had.
 * @throws invalid_input when it is no unused picture of theirs.
 */
export async function setPicture(
  { db, portraits }: { db: Database; portraits: Pick<Portraits, 'discard'> },
  actor: Pick<Actor, 'id'>,
  key: string | null,
): Promise<void> {
  await db.transact(async (tx) => {
    const user = await lockUser(tx, actor.id);
    if (!user) throw unauthorized();
    const { profileImageKey: old } = user;
    if (old === key) return;
    const at = new Date();
    if (key !== null) await claimPortrait(tx, user.id, key, at);
    await updateUser(tx, user.id, { profileImageKey: key }, at);
    if (old === null) return;
    await releaseUploads(tx, [old]);
    tx.afterCommit(() => portraits.discard([old]));
  });
}
