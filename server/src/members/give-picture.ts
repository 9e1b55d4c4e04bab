import type { Database } from '../platform/db/database.ts';
import { claimPortrait } from '../platform/media/claim-uploads.ts';
import type { Portraits } from '../platform/media/portraits.ts';
import { isDeleted } from './deleted.ts';
import { updateUser } from './profile-queries.ts';
import { lockUser } from './queries.ts';

/**
 * Gives a member without a picture one that they did not upload themselves.
 * @throws unsupported_type, invalid_input when the bytes are not a picture.
 */
export async function givePicture(
  { db, portraits }: { db: Database; portraits: Portraits },
  memberId: string,
  bytes: Uint8Array,
): Promise<void> {
  const key = await portraits.create(bytes, memberId);
  let isUsed = false;
  try {
    isUsed = await db.transact(async (tx) => {
      const user = await lockUser(tx, memberId);
      if (!user || isDeleted(user) || user.profileImageKey !== null) return false;
      const at = new Date();
      await claimPortrait(tx, memberId, key, at);
      await updateUser(tx, memberId, { profileImageKey: key }, at);
      return true;
    });
  } finally {
    if (!isUsed) await portraits.discard([key]);
  }
}
