import type { Actor } from '../actor.ts';
import type { Database } from '../db/database.ts';
import { unauthorized } from '../errors.ts';
import type { Portraits } from '../uploads/portraits.ts';
import { lockUser, updateUser } from './queries.ts';

/** Gives a person the picture under a key, or none, and removes the one they had. */
export async function setPicture(
  { db, portraits }: { db: Database; portraits: Portraits },
  actor: Pick<Actor, 'id'>,
  key: string | null,
): Promise<void> {
  await db.transact(async (tx) => {
    const user = await lockUser(tx, actor.id);
    if (!user) throw unauthorized();
    const { profileImageKey: old } = user;
    if (old === key) return;
    await updateUser(tx, user.id, { profileImageKey: key }, new Date());
    if (old !== null) tx.afterCommit(() => portraits.remove(old));
  });
}
