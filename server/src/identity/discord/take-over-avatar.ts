import { DISCORD } from '../../config.ts';
import { ensureUser } from '../../members/ensure-member.ts';
import { randomUsername } from '../accounts/random-username.ts';
import type { Provider } from '../context.ts';
import { findAccount } from '../queries.ts';
import { avatarPath, type DiscordPerson, PICTURES } from './discord-api.ts';
import { fetchPicture } from './fetch-picture.ts';

/**
 * Gives a person without a picture the one that they have at Discord, re-encoded and stored here. Nobody waits for it,
 * so a failure is only logged.
 */
export async function takeOverAvatar(
  { config, db, log, givePicture }: Provider,
  userId: string,
  person: DiscordPerson,
): Promise<void> {
  const path = avatarPath(person);
  const { discord } = config.identity;
  if (!path || !discord) return;
  // A stand-in for Discord (DISCORD_BASE_URL) serves the pictures, too, and may be in the operator's network.
  const mayBeLocal = discord.baseUrl !== DISCORD;
  try {
    const address = new URL(`${mayBeLocal ? discord.baseUrl : PICTURES}${path}?size=512`);
    const picture = await fetchPicture(address, { mayBeLocal });
    const isThere = await db.transact(async (tx) => {
      const account = await findAccount(tx, userId);
      if (!account) return false;
      // At a first sign-in the product's member may not have been made yet.
      await ensureUser(tx, {
        id: userId,
        username: account.promisedUsername,
        anotherName: randomUsername,
      });
      return true;
    });
    if (isThere) await givePicture(userId, picture);
  } catch (error) {
    log.warn({ err: error }, 'a picture was not taken over from Discord');
  }
}
