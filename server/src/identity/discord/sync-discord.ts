import type { User } from '@selvedge/shared/members/users';
import * as z from 'zod';
import type { Actor } from '../../platform/core/actor.ts';
import { AppError } from '../../platform/core/errors.ts';
import type { Database } from '../../platform/db/database.ts';
import { readUser } from '../accounts/read-user.ts';

const claimed = z.string().nullish();

export const SyncDiscord = z.strictObject({
  discord_id: claimed,
  discord_username: claimed,
  profile_image_url: claimed,
  username: claimed,
  email: claimed,
});

/**
 * Stores nothing: the profile was stored at sign-in, and the body only has to name the same Discord account.
 * @throws forbidden for another Discord id, or without one
 */
export async function syncDiscord(
  db: Database,
  actor: Actor,
  { discord_id }: z.output<typeof SyncDiscord>,
): Promise<User> {
  const me = await readUser(db, actor);
  if (!discord_id || discord_id !== me.discordId) {
    throw new AppError('forbidden', 'This is not the Discord account that you signed in with.');
  }
  return me;
}
