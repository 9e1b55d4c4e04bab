import { expect } from 'playwright/test';
import { transparentPng } from '../support/data/pictures.ts';
import { goodCloset, openCloset, zipOf } from '../support/people/closet.ts';
import type { Scene } from './dialog-scene.ts';

const LONG = 'Noragi-cut coverall with a sashiko lining';

/** An import that is done, and the same table again. */
async function bringInTwice({ me }: Scene): Promise<void> {
  const actor = {
    ...me,
    username: '',
    profileImageUrl: null,
    isAdmin: false,
    sessionId: '',
    expiresAt: null,
  };
  const closet = openCloset({ call: (method, path, { body }) => me.request(method, path, body) });
  const { csv, photos } = await goodCloset(2);
  for (let n = 0; n < 2; n += 1) {
    // `me` makes the calls: the actor is only there for the type.
    const by = actor as unknown as Parameters<typeof closet.start>[0];
    const { id } = await closet.start(by, zipOf(csv, photos));
    await expect.poll(async () => (await closet.details(by, id)).isDone).toBe(true);
  }
}

/**
 * Fills what a member and an admin manage in lists: saved searches, what they are not interested in, API keys, webhooks,
 * channels at Discord and imports.
 * @param channel the address of a channel
 */
export async function stockSettings(scene: Scene, channel: string): Promise<void> {
  const { me, other } = scene;
  const { id } = await other.list(await transparentPng(60, 80), LONG);
  await me.call('PUT', `/api/dismissals/listings/${id}`);
  const query = 'brand=Engineered+Garments&category=Outerwear&q=noragi+coverall';
  await me.call('POST', '/api/saved-searches', { query, alerts: 'instant' });
  await me.call('POST', '/api/keys', { name: LONG, scopes: ['read', 'items', 'chat'], days: 30 });
  for (const isInstance of [false, true]) {
    // Public, and never called: no event of this type happens.
    const url = `https://8.8.8.8/${'hooks/'.repeat(8)}`;
    await me.call('POST', '/api/webhooks', { url, events: ['wtb.found'], isInstance });
    await me.call('POST', '/api/discord-channels', { name: LONG, url: channel, isInstance });
  }
  await bringInTwice(scene);
}
