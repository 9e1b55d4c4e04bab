import { DISCORD } from '../../environment.ts';
import { ensureUser } from '../../members/public.ts';
import { randomUsername } from '../accounts/random-username.ts';
import type { Provider } from '../context.ts';
import { findAccount } from '../queries.ts';
import { avatarPath, type DiscordUser, PICTURES } from './discord-api.ts';
import { fetchPicture } from './fetch-picture.ts';

/** For a member without a picture. Runs in the background, so a failure is only logged. */
export async function importAvatar(
  { config, db, log, givePicture }: Provider,
  userId: string,
  person: DiscordUser,
): Promise<void> {
  const path = avatarPath(person);
  const { discord } = config.identity;
  if (!path || !discord) return;
  // A stand-in for Discord (DISCORD_BASE_URL) also serves the avatars, and may be in the operator's network.
  const mayBeLocal = discord.baseUrl !== DISCORD;
  try {
    const address = new URL(`${mayBeLocal ? discord.baseUrl : PICTURES}${path}?size=512`);
    const picture = await fetchPicture(address, { mayBeLocal });
    const exists = await db.transact(async (tx) => {
      const account = await findAccount(tx, userId);
      if (!account) return false;
      // At a first sign-in the product's member may not exist yet.
      await ensureUser(tx, {
        id: userId,
        username: account.promisedUsername,
        anotherName: randomUsername,
      });
      return true;
    });
    if (exists) await givePicture(userId, picture);
  } catch (error) {
    log.warn({ err: error }, 'could not import an avatar from Discord');
  }
}
