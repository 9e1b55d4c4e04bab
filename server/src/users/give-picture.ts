import type { Database } from '../db/database.ts';
import { isDeleted } from '../members/deleted.ts';
import { lockUser } from '../members/queries.ts';
import { claimPortrait } from '../uploads/claim-uploads.ts';
import type { Portraits } from '../uploads/portraits.ts';
import { updateUser } from './queries.ts';

/**
 * Gives a member without a picture one that they did not upload themselves.
 * @throws unsupported_type, invalid_input when the bytes are not a picture.
 */
export async function givePicture(
  { db, portraits }: { db: Database; portraits: Portraits },
  personId: string,
  bytes: Uint8Array,
): Promise<void> {
  const key = await portraits.create(bytes, personId);
  let isUsed = false;
  try {
    isUsed = await db.transact(async (tx) => {
      const user = await lockUser(tx, personId);
      if (!user || isDeleted(user) || user.profileImageKey !== null) return false;
      const at = new Date();
      await claimPortrait(tx, personId, key, at);
      await updateUser(tx, personId, { profileImageKey: key }, at);
      return true;
    });
  } finally {
    if (!isUsed) await portraits.discard([key]);
  }
}
