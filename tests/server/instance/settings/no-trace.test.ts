import type { Deal } from '@selvedge/shared/deals/deals';
import type { SignedVouches } from '@selvedge/shared/deals/vouches';
import type { Feature } from '@selvedge/shared/instance/instance-settings';
import type { Listing, ListingDetails, Upload } from '@selvedge/shared/items/listings';
import type { ProofCode } from '@selvedge/shared/items/proof-photos';
import type { Profile } from '@selvedge/shared/members/users';
import { afterEach, describe, expect, test } from 'vitest';
import { changeSettings, parseChange } from '../../../../server/src/instance/settings/change-settings.ts';
import { next } from '../../../support/clients/socket.ts';
import { webpPicture } from '../../../support/data/pictures.ts';
import { readRows } from '../../../support/data/rows.ts';
import { ageForTrust } from '../../../support/people/aged.ts';
import { addDeal } from '../../../support/people/deals.ts';
import { answer, conversationOf, offer, openHaggling, statesIn } from '../../../support/people/haggle.ts';
import { engines } from '../../../support/servers/database.ts';
import { startWorld, type World } from '../../../support/world.ts';

const APPLIED = { timeout: 60_000 };

describe.each(engines())('a feature that is switched off (%s)', (engine) => {
  let server: World;
  afterEach(() => server.close());

  async function open() {
    server = await startWorld({ engine, env: { AUTH_AUTOCONFIRM: 'true' } });
    const world = await openHaggling(server.url, ['juniper', 'rowan']);
    const [juniper, rowan] = world.buyers;
    return { ...world, juniper, rowan, at: `/api/listings/${world.listing.id}` };
  }
  const change = (feature: Feature, value: string) =>
    changeSettings(server.db, parseChange(`features.${feature}`, value), null);
  const switchOff = (feature: Feature) => change(feature, 'off');
  const get = async (path: string) => (await server.call('GET', path)).text();
  /** Everything that shows a listing to everyone. */
  const shown = async ({ id }: Listing) =>
    Promise.all(['/', `/listing/${id}`, '/feed.xml', '/api/listings', `/api/listings/${id}`].map(get));

  test('leaves no trace of a hold', async () => {
    const { seller, juniper, rowan, listing, at } = await open();
    await seller.call('POST', `${at}/hold`, { conversationId: juniper.conversationId, hours: 72 });
    await rowan.call('PUT', `${at}/line`);
    expect((await shown(listing)).map((text) => /isOnHold|On hold|Reserved/.test(text))).toEqual([
      ...[true, true, true, true, true],
    ]);
    const socket = rowan.connect();
    await next(socket, 'unread');
    const freed: unknown[] = [];
    socket.on('listing:freed', (event) => freed.push(event));
    let last: Listing | null = null;
    socket.on('listing:changed', (event) => {
      last = event.listing;
    });
    await switchOff('holds');
    await expect.poll(() => last, APPLIED).not.toBeNull();
    await expect.poll(() => last, APPLIED).not.toHaveProperty('isOnHold');
    for (const text of await shown(listing)) expect(text).not.toMatch(/isOnHold|On hold|Reserved/);
    for (const member of [juniper, rowan]) {
      const about = (await conversationOf(member, member.conversationId)).listing;
      expect(about).not.toHaveProperty('isOnHold');
      expect(about).not.toHaveProperty('hold');
    }
    const made = await offer(rowan, rowan.conversationId, '300');
    expect((await answer(seller, made.offer?.id, 'accept')).status).toBe(200);
    expect(await statesIn(seller, rowan.conversationId)).toEqual(['accepted']);
    socket.disconnect();

    // Nothing comes back with it either.
    await change('holds', 'on');
    await expect.poll(async () => (await rowan.request('GET', `${at}/line`)).status, APPLIED).toBe(200);
    expect(await rowan.call('GET', `${at}/line`)).toMatchObject({ isOnHold: false, place: null });
    const places = () => readRows(server.db, 'linePlaces');
    expect([freed, await places()]).toEqual([[], []]);
  });

  test('shows no trace of a deal', async () => {
    const { seller, juniper, listing, at } = await open();
    const dealId = await addDeal(server.db, { buyerId: juniper.id, sellerId: seller.id });
    await ageForTrust(server.db);
    await juniper.call('PUT', `/api/deals/${dealId}/vouch`, { rating: 'good' });
    const ownVouch = async () => (await juniper.call<Deal[]>('GET', '/api/deals'))[0]?.vouch;
    expect(await ownVouch()).toMatchObject({ rating: 'good' });
    const { code } = await seller.call<ProofCode>('POST', `${at}/proof-code`);
    const form = new FormData();
    form.set('image', await webpPicture(60, 80), 'proof.webp');
    const { url: image } = await seller.call<Upload>('POST', '/api/uploads/listings', form);
    await seller.call('PUT', `${at}/proof-photo`, { code, image });
    const { username } = listing.seller;
    const details = async () => JSON.parse(await get(at)) as ListingDetails;
    const profile = async () => JSON.parse(await get(`/api/users/${username}`)) as Profile;
    const signed = async () => JSON.parse(await get(`/api/users/${username}/vouches`)) as SignedVouches;
    expect([(await details()).seller.trust, (await profile()).trust, (await signed()).trust]).toEqual(
      [1, 2, 3].map(() => ({ deals: 1, members: 1, vouches: 0 })),
    );
    expect((await details()).proofPhoto).toMatchObject({ code });

    await switchOff('deals');
    await expect.poll(async () => (await details()).seller.trust, APPLIED).toEqual({ vouches: 0 });
    expect([(await profile()).trust, (await signed()).trust]).toEqual([{ vouches: 0 }, { vouches: 0 }]);
    await switchOff('vouches');
    await expect.poll(async () => (await details()).seller, APPLIED).not.toHaveProperty('trust');
    expect(await profile()).not.toHaveProperty('trust');
    await change('deals', 'on');
    await expect.poll(ownVouch, APPLIED).toBeNull();
    await switchOff('proofPhoto');
    await expect.poll(details, APPLIED).not.toHaveProperty('proofPhoto');
    expect(await get(`/listing/${listing.id}`)).not.toContain(code);
    expect(JSON.stringify(await seller.call('PATCH', `${at}/price`, { price: '360' }))).not.toContain(code);
    await change('proofPhoto', 'optional');
    await expect.poll(async () => (await details()).proofPhoto, APPLIED).toMatchObject({ code });
  });
});
