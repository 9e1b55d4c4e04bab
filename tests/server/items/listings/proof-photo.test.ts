import { isProofRequest, PROOF_REQUEST } from '@selvedge/shared/conversations/proof-requests';
import type { Listing } from '@selvedge/shared/items/listings';
import { PROOF_CODE_LETTERS, type ProofCode } from '@selvedge/shared/items/proof-photos';
import type { Report } from '@selvedge/shared/safety/reports';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listingsPart } from '../../../../server/src/items/listings/personal-data.ts';
import type { Actor } from '../../../../server/src/platform/core/actor.ts';
import { noPublish } from '../../../../server/src/platform/core/publish.ts';
import { listingOf } from '../../../support/data/listing-form.ts';
import { webpPicture } from '../../../support/data/pictures.ts';
import { readRows } from '../../../support/data/rows.ts';
import { describeOnBothEngines, describeOnEngines, type Engine } from '../../../support/servers/database.ts';
import { openWorld, type World } from '../../../support/world.ts';

const HOUR = 3_600_000;

let shop: World;
let seller: Actor;
let other: Actor;
async function open(engine: Engine): Promise<void> {
  shop = await openWorld({ engine });
  seller = await shop.join('Marlow');
  other = await shop.join('Odile');
}
afterEach(() => {
  vi.useRealTimers();
});

const uploaded = async (as = seller) => shop.uploaded(as, await webpPicture(30, 40));
const post = async (proof?: object) =>
  shop.call('POST', '/api/listings', { as: seller, json: { ...listingOf([await uploaded()]), proof } });
const posted = async (proof?: object) => (await (await post(proof)).json()) as Listing;
const codeOf = async (path: string, as = seller) =>
  (await (await shop.call('POST', `/api/${path}`, { as })).json()) as ProofCode;
const add = async (id: string, json: object, as = seller) =>
  shop.call('PUT', `/api/listings/${id}/proof-photo`, { as, json });
const read = async (id: string) => (await (await shop.call('GET', `/api/listings/${id}`)).json()) as Listing;
/** Adds a proof photo to a listing. @returns its URL. */
const proven = async (id: string) => {
  const { code } = await codeOf(`listings/${id}/proof-code`);
  const image = await uploaded();
  expect((await add(id, { code, image })).status).toBe(200);
  return image;
};
const statusOf = async (url: string) => (await shop.call('GET', url)).status;

describeOnBothEngines('a proof photo', ({ engine }) => {
  beforeEach(() => open(engine));

  test("shows its code on the listing's page only", async () => {
    const { id } = await posted();
    expect((await read(id)).proofPhoto).toBeNull();
    const { code, expiresAt } = await codeOf(`listings/${id}/proof-code`);
    expect(code).toMatch(new RegExp(`^[${PROOF_CODE_LETTERS}]{6}$`));
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(71.9 * HOUR);
    expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(72 * HOUR);
    const image = await uploaded();
    const response = await add(id, { code: ` ${code.toLowerCase()} `, image });
    const listing = (await response.json()) as Listing;
    expect(listing.proofPhoto).toMatchObject({ url: image, code });
    expect(Math.abs(Date.parse(listing.proofPhoto?.takenAt ?? '') - Date.now())).toBeLessThan(60_000);
    expect((await read(id)).proofPhoto).toEqual(listing.proofPhoto);
    await vi.waitFor(() =>
      expect(shop.events.at(-1)).toMatchObject({ event: 'listing:changed', payload: { listing } }),
    );
    for (const path of ['/api/listings', '/api/users/Marlow/listings']) {
      const [card] = (await (await shop.call('GET', path)).json()) as Listing[];
      expect(card).not.toHaveProperty('proofPhoto');
    }
  });

  test('has one current code a listing', async () => {
    const { id } = await posted();
    const codes = await Promise.all(Array.from({ length: 10 }, () => codeOf(`listings/${id}/proof-code`)));
    expect(new Set(codes.map(({ code }) => code)).size).toBe(1);
    const next = await Promise.all(Array.from({ length: 10 }, () => codeOf('proof-code')));
    expect(new Set(next.map(({ code }) => code)).size).toBe(1);
    expect(next[0]?.code).not.toBe(codes[0]?.code);
  });
});

describeOnEngines('a proof photo', ({ engine }) => {
  beforeEach(() => open(engine));

  test("needs its own listing's unexpired code", {
    tags: ['proof-photo-codes'],
  }, async () => {
    const [one, two] = [await posted(), await posted()];
    const { code } = await codeOf(`listings/${one.id}/proof-code`);
    const image = await uploaded();
    expect((await add(two.id, { code, image })).status).toBe(400);
    await codeOf(`listings/${two.id}/proof-code`);
    const refused = await add(two.id, { code, image });
    expect(await refused.json()).toMatchObject({ code: 'invalid_input', issues: [{ path: 'code' }] });
    expect((await add(one.id, { code: 'AEIOUQ', image })).status).toBe(400);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 72 * HOUR });
    const late = await add(one.id, { code, image });
    expect(late.status).toBe(400);
    expect(((await late.json()) as { message: string }).message).toContain('expired');
    const { code: fresh } = await codeOf(`listings/${one.id}/proof-code`);
    expect(fresh).not.toBe(code);
    expect((await add(one.id, { code: fresh, image })).status).toBe(200);
  });

  test('needs an unused upload of the owner', async () => {
    const { id, images } = await posted();
    const { code } = await codeOf(`listings/${id}/proof-code`);
    for (const image of [images[0], await uploaded(other), '/media/none-1800.webp']) {
      const refused = await add(id, { code, image });
      expect(await refused.json(), image).toMatchObject({ issues: [{ path: 'image' }] });
    }
    const image = await uploaded();
    const first = await (await add(id, { code, image })).json();
    const repeated = await add(id, { code, image });
    expect(repeated.status).toBe(200);
    expect(await repeated.json()).toEqual(first);
  });

  test('stays when other photos are edited', async () => {
    const { id } = await posted();
    const first = await proven(id);
    const edited = listingOf([await uploaded()], { title: 'Ring coat' });
    const { clientId: _, ...form } = edited;
    expect((await shop.call('PUT', `/api/listings/${id}`, { as: seller, json: form })).status).toBe(200);
    expect((await read(id)).proofPhoto?.url).toBe(first);
    const second = await proven(id);
    await vi.waitFor(async () => expect(await statusOf(first)).toBe(404));
    expect(await statusOf(second)).toBe(200);
    const path = `/api/listings/${id}/proof-photo`;
    expect((await shop.call('DELETE', path, { as: seller })).status).toBe(204);
    expect((await shop.call('DELETE', path, { as: seller })).status).toBe(204);
    expect((await read(id)).proofPhoto).toBeNull();
    await vi.waitFor(async () => expect(await statusOf(second)).toBe(404));
  });

  test('is deleted with its listing', async () => {
    const { id } = await posted();
    const image = await proven(id);
    expect((await shop.call('DELETE', `/api/listings/${id}`, { as: seller })).status).toBe(204);
    await vi.waitFor(async () => expect(await statusOf(image)).toBe(404));
    expect(await readRows(shop.db, 'proofCodes')).toEqual([]);
  });

  test('cannot be added to a sold listing', async () => {
    const { id } = await posted();
    await proven(id);
    const { code } = await codeOf(`listings/${id}/proof-code`);
    await shop.call('PATCH', `/api/listings/${id}/sold`, { as: seller });
    expect((await shop.call('POST', `/api/listings/${id}/proof-code`, { as: seller })).status).toBe(409);
    expect((await add(id, { code, image: await uploaded() })).status).toBe(409);
    expect((await shop.call('DELETE', `/api/listings/${id}/proof-photo`, { as: seller })).status).toBe(204);
  });

  test('can come with a new listing', {
    tags: ['proof-photo-codes'],
  }, async () => {
    const { code } = await codeOf('proof-code');
    const image = await uploaded();
    const listing = await posted({ code, image });
    expect(listing.proofPhoto).toMatchObject({ url: image, code });
    expect((await codeOf(`listings/${listing.id}/proof-code`)).code).toBe(code);
    expect((await codeOf('proof-code')).code).not.toBe(code);
    // The next listing cannot use the code again.
    expect((await post({ code, image: await uploaded() })).status).toBe(400);
  });

  test('is needed for posting where the instance requires it', async () => {
    const { id: earlier } = await posted();
    await shop.set({ features: { proofPhoto: 'required' } });
    const refused = await post();
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ issues: [{ path: 'proof' }] });
    const { code } = await codeOf('proof-code');
    expect(await (await post({ code, image: '/media/none-1800.webp' })).json()).toMatchObject({
      issues: [{ path: 'proof.image' }],
    });
    const { id } = await posted({ code, image: await uploaded() });
    const remove = () => shop.call('DELETE', `/api/listings/${id}/proof-photo`, { as: seller });
    expect((await remove()).status).toBe(409);
    await shop.call('PATCH', `/api/listings/${id}/sold`, { as: seller });
    expect((await remove()).status).toBe(204);
    const { clientId: _, ...form } = listingOf([await uploaded()]);
    expect((await shop.call('PUT', `/api/listings/${earlier}`, { as: seller, json: form })).status).toBe(200);
  });

  test('is ignored once the feature is off', async () => {
    const { code } = await codeOf('proof-code');
    await shop.set({ features: { proofPhoto: 'off' } });
    const { id, ...listing } = await posted({ code, image: await uploaded() });
    expect(listing).not.toHaveProperty('proofPhoto');
    await shop.set({ features: { proofPhoto: 'optional' } });
    expect((await read(id)).proofPhoto).toBeNull();
  });

  test('is among the photos of a report', async () => {
    const { id } = await posted();
    const image = await proven(id);
    const admin = await shop.join('Ines', { isAdmin: true });
    const report = { subject: 'listing', id, reason: 'scam', details: null };
    expect((await shop.call('POST', '/api/reports', { as: other, json: report })).status).toBe(201);
    await shop.call('DELETE', `/api/listings/${id}/proof-photo`, { as: seller });
    const [one] = (await (await shop.call('GET', '/api/admin/reports', { as: admin })).json()) as Report[];
    expect(one?.evidence.imageUrls.at(-1)).toBe(image);
    expect(await statusOf(image)).toBe(200);
  });

  test('is exported with the personal data', async () => {
    const { id } = await posted();
    const image = await proven(id);
    await codeOf('proof-code');
    const part = listingsPart({ db: shop.db, publish: noPublish });
    const files: Record<string, string> = {};
    for await (const { path, content } of part.files(seller.id)) {
      files[path] = '';
      for await (const text of content) files[path] += String(text);
    }
    expect(files['listings.json']).toContain(image);
    expect(files['proof-codes.json']).toContain(id);
    await shop.db.transact((tx) => part.erase(tx, seller.id));
    expect(await readRows(shop.db, 'proofCodes')).toEqual([]);
    expect(await readRows(shop.db, 'listings', { id })).toEqual([]);
  });
});

test("only the buyer's request for one is recognized", () => {
  const conversation = { isWTB: false, buyerId: 'buyer' };
  const message = { senderId: 'buyer', messageType: 'text', content: PROOF_REQUEST } as const;
  expect(isProofRequest(message, conversation)).toBe(true);
  expect(isProofRequest({ ...message, senderId: 'seller' }, conversation)).toBe(false);
  expect(isProofRequest(message, { ...conversation, isWTB: true })).toBe(false);
  expect(isProofRequest({ ...message, content: 'Could you?' }, conversation)).toBe(false);
  expect(isProofRequest({ ...message, messageType: 'image' }, conversation)).toBe(false);
});
