import type { Listing, Upload } from '@selvedge/shared/items/listings';
import { expect, test, vi } from 'vitest';
import { freePort } from '../../../scripts/free-port.ts';
import { listingOf } from '../../support/data/listing-form.ts';
import { transparentPng } from '../../support/data/pictures.ts';
import { createRandom, seedOfRun } from '../../support/data/random.ts';
import { startDiscordChannels } from '../../support/peers/discord-channels.ts';
import { signUp } from '../../support/people/account.ts';
import { makeAdmin } from '../../support/people/make-admin.ts';
import { createProduct } from '../../support/servers/product.ts';
import { makeTempDir } from '../../support/servers/temp.ts';

const CHANNELS = 20;
const CHANGES = 500;
const MINUTE_MS = 60_000;
const KILLS = 3;
const seed = seedOfRun();

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** None is a part of another, as `House 1` is of `House 10`. */
const houseOf = (channel: number): string => `House ${String.fromCharCode(65 + channel)}`;

/** The number of each title: each listing has its own. */
const numberIn = (title: string): number => Number(/Coat (\d+)/.exec(title)?.[1]);

test(`channels at Discord follow ${CHANGES} changes in a minute (seed ${seed})`, async () => {
  const random = createRandom(seed).next;
  const dir = makeTempDir();
  const discord = await startDiscordChannels();
  const env = { AUTH_AUTOCONFIRM: 'true', DISCORD_BASE_URL: discord.url };
  const entry = 'server/build/app/main.js';
  const product = createProduct({ entry, dataDir: dir.path, port: await freePort(), env });
  try {
    await product.start();
    const [admin, seller] = [await signUp(product.url, 'admin'), await signUp(product.url, 'seller')];
    const { username } = await admin.call<{ username: string }>('GET', '/api/auth/user');
    await makeAdmin({ DATA_DIR: dir.path }, username);
    for (let i = 0; i < CHANNELS; i += 1) {
      const channel = {
        name: `c${i}`,
        url: discord.addressOf(`c${i}`),
        isInstance: true,
        brand: houseOf(i),
      };
      await vi.waitFor(() => admin.call('POST', '/api/discord-channels', channel), 10_000);
    }
    const photo = await transparentPng(60, 80);
    const formOf = async (title: string, channel: number) => {
      const form = new FormData();
      form.set('image', photo, 'front.png');
      const { url } = await seller.call<Upload>('POST', '/api/uploads/listings', form);
      return listingOf([url], { title, brand: houseOf(channel) });
    };
    const live: Listing[] = [];
    const last = new Map<string, { channel: number; title: string; price: string; isGone: boolean }>();
    const startedAt = performance.now();
    for (let i = 0; i < CHANGES; i += 1) {
      if (i > 0 && i % Math.floor(CHANGES / (KILLS + 1)) === 0) {
        await product.kill();
        await product.start();
      }
      const one = live[Math.floor(random() * live.length)];
      const kind =
        live.length < 100 || !one ? 'new' : random() < 0.15 ? 'remove' : random() < 0.3 ? 'sell' : 'price';
      if (kind === 'new' || !one) {
        const channel = i % CHANNELS;
        const title = `Coat ${i}`;
        const listing = await seller.call<Listing>('POST', '/api/listings', await formOf(title, channel));
        live.push(listing);
        last.set(listing.id, { channel, title, price: '$365', isGone: false });
      } else {
        const known = last.get(one.id);
        if (!known) throw new Error('unknown listing');
        if (kind === 'price') {
          const price = 100 + i;
          await seller.call('PATCH', `/api/listings/${one.id}/price`, { price: String(price) });
          known.price = `$${price}`;
        } else {
          live.splice(live.indexOf(one), 1);
          if (kind === 'sell') {
            await seller.call('PATCH', `/api/listings/${one.id}/sold`);
            known.price = `~~${known.price}~~`;
          } else {
            await seller.call('DELETE', `/api/listings/${one.id}`);
            known.isGone = true;
          }
        }
      }
      await pause(Math.max(0, startedAt + ((i + 1) * MINUTE_MS) / CHANGES - performance.now()));
    }
    const expected = (channel: number) =>
      [...last.values()]
        .filter((one) => one.channel === channel && !one.isGone)
        .map(({ title, price }) => `${numberIn(title)} ${price}`)
        .toSorted();
    const shown = (channel: number) =>
      discord.postsOf(`c${channel}`).map(({ title, fields }) => `${numberIn(title)} ${fields[0]?.value}`);
    const orphans = () => {
      let count = 0;
      for (let i = 0; i < CHANNELS; i += 1) {
        const posts = shown(i);
        // Of a post that Discord took just before a kill, the server does not know.
        for (const post of expected(i)) if (!posts.includes(post)) return null;
        count += posts.length - expected(i).length;
      }
      return count;
    };
    await vi.waitUntil(() => orphans() !== null, { timeout: 180_000, interval: 100 });
    const tookS = Math.round((performance.now() - startedAt) / 1_000);
    console.log(
      `${CHANGES} changes, ${KILLS} kills: all shown after ${tookS} s, ${discord.refused()} refused, ${orphans()} left over`,
    );
    expect(discord.refused()).toBe(0);
    expect(orphans()).toBeLessThanOrEqual(KILLS);
  } finally {
    await product.stop();
    await discord.close();
    dir.remove();
  }
}, 400_000);
