import { freePort } from '../../scripts/free-port.ts';
import { startDiscordChannels } from '../support/peers/discord-channels.ts';
import { prepareProduct } from './product.ts';
import { test } from './test.ts';

/** The product beside Discord's stand-in, for all tests of the calling file. */
export async function prepareWithDiscord() {
  const port = await freePort();
  const product = prepareProduct({
    AUTH_AUTOCONFIRM: 'true',
    DISCORD_BASE_URL: `http://127.0.0.1:${port}`,
  });
  let discord: Awaited<ReturnType<typeof startDiscordChannels>>;
  test.beforeAll(async () => {
    discord = await startDiscordChannels(port);
  });
  test.afterAll(() => discord.close());
  return {
    product,
    addressOf: (name: string) => discord.addressOf(name),
    postsOf: (name: string) => discord.postsOf(name),
  };
}
