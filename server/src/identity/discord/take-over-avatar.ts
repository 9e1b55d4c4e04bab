import { DISCORD } from '../../config.ts';
import { ensureUser } from '../../users/ensure-user.ts';
import type { Provider } from '../context.ts';
import { findAccount } from '../queries.ts';
import { randomUsername } from '../random-username.ts';
import { avatarPath, type DiscordPerson, PICTURES } from './discord-api.ts';
import { fetchPicture } from './fetch-picture.ts';

/**
 * Gives a person without a picture the one that they have at Discord, made anew and kept here. Nobody waits for it,
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
  // What stands in for Discord has the pictures, too, and is wherever the operator says.
  const mayBeLocal = discord.baseUrl !== DISCORD;
  try {
    const address = new URL(`${mayBeLocal ? discord.baseUrl : PICTURES}${path}?size=512`);
    const picture = await fetchPicture(address, { mayBeLocal });
    const isThere = await db.transact(async (tx) => {
      const account = await findAccount(tx, userId);
      if (!account) return false;
      // Whoever has just come for the first time may not have been seen yet.
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
