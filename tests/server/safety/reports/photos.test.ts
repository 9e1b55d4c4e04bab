import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Message } from '@selvedge/shared/conversations/conversations';
import type { Listing, Upload } from '@selvedge/shared/items/listings';
import type { User } from '@selvedge/shared/members/users';
import type { Report } from '@selvedge/shared/safety/reports';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { removeExpiredOriginals } from '../../../../server/src/conversations/originals/remove-expired.ts';
import { updateIsAdmin } from '../../../../server/src/members/queries.ts';
import { createDiskStore } from '../../../../server/src/platform/media/disk-store.ts';
import { releaseUploads } from '../../../../server/src/platform/media/release-uploads.ts';
import { sweepUnused } from '../../../../server/src/platform/media/sweep.ts';
import { eraseExpiredReports } from '../../../../server/src/safety/reports/erase-expired.ts';
import { closeReports } from '../../../../server/src/safety/reports/queries.ts';
import { listingOf } from '../../../support/data/listing-form.ts';
import { phonePhoto } from '../../../support/data/pictures.ts';
import { insertRows } from '../../../support/data/rows.ts';
import { advanceClock } from '../../../support/measuring/advance-clock.ts';
import { joinWorld, PASSWORD, type Person } from '../../../support/people/account.ts';
import { noImages } from '../../../support/servers/bare-ctx.ts';
import { engines } from '../../../support/servers/database.ts';
import { startWorld, type World } from '../../../support/world.ts';

const HOUR = 3_600_000;
const PICTURE = '/api/auth/user/profile-image';

describe.each(engines())('photos of reported or unsent messages and removed listings (%s)', (engine) => {
  let server: World;
  let buyer: Person;
  let seller: Person;
  let admin: Person;
  let photo: Blob;
  let listing: Listing;
  let id: string;
  beforeEach(async () => {
    server = await startWorld({ engine });
    [buyer, seller] = [await joinWorld(server, 'odile'), await joinWorld(server, 'marlow')];
    admin = await joinWorld(server, 'admin');
    await server.db.transact((tx) => updateIsAdmin(tx, admin.id, true));
    advanceClock(6_000);
    photo = await phonePhoto({ width: 90, height: 120 });
    listing = await list();
    id = (await buyer.openConversation(listing)).id;
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await server.close();
  });

  async function uploadPhoto(): Promise<string> {
    const form = new FormData();
    form.set('image', photo, 'Sleeve seam.jpg');
    return (await buyer.call<Upload>('POST', `/api/conversations/${id}/images`, form)).url;
  }
  async function sendPhoto(): Promise<{ id: string; url: string }> {
    const url = await uploadPhoto();
    const message = { clientId: randomUUID(), conversationId: id, type: 'image', url, content: '' };
    return { ...(await buyer.call<Message>('POST', '/api/messages', message)), url };
  }
  async function uploadListingPhoto(): Promise<string> {
    const form = new FormData();
    form.set('image', photo, 'Back.jpg');
    return (await seller.call<Upload>('POST', '/api/uploads/listings', form)).url;
  }
  const list = async (title = 'Type II trucker') =>
    seller.call<Listing>('POST', '/api/listings', listingOf([await uploadListingPhoto()], { title }));
  async function setPicture(person: Person): Promise<string> {
    const form = new FormData();
    form.set('profileImage', photo, 'me.jpg');
    return (await person.call<User>('POST', PICTURE, form)).profileImageUrl ?? '';
  }
  const report = (as: Person, subject: string, subjectId: string) =>
    as.call('POST', '/api/reports', { subject, id: subjectId, reason: 'scam' });
  const unsend = (messageId: string) => buyer.call('DELETE', `/api/messages/${messageId}`);
  const queue = (state = 'open') => admin.call<Report[]>('GET', `/api/admin/reports?state=${state}`);
  const resolve = async (action: string) => {
    const [open] = await queue();
    const path = `/api/admin/reports/${open?.id}/resolve`;
    expect((await admin.request('POST', path, { action, note: 'Checked' })).status).toBe(204);
  };
  const statusOf = async (url: string | null | undefined) => (await fetch(server.url + url)).status;
  const onDisk = (url: string) => existsSync(join(server.dataDir, new URL(url, server.url).pathname));
  const store = () => createDiskStore(join(server.dataDir, 'media'));
  const sweepIn = (hours: number) => sweepUnused(server.db, store(), new Date(Date.now() + hours * HOUR));
  /** Deletes the originals that expire within this many days; their photos are unused from then on. */
  const expireIn = async (days: number) => {
    const at = new Date(Date.now() + days * 24 * HOUR);
    // Without a store, it deletes no file itself: what it has released is left to the sweep, which counts it.
    const { ctx } = server.product;
    await removeExpiredOriginals({ ...ctx, media: { ...ctx.media, chatImages: noImages } }, at);
  };
  const expired = async (url: string) => {
    await expireIn(31);
    await sweepIn(48);
    expect(onDisk(url)).toBe(false);
  };

  test('an unsent photo can be reported for 30 days', {
    tags: ['edited-message-reports'],
  }, async () => {
    const sent = await sendPhoto();
    await unsend(sent.id);
    await expireIn(29);
    expect(await sweepIn(48)).toBe(0);
    for (const person of [buyer, seller]) {
      expect((await person.request('GET', `/api/messages/${sent.id}/image`)).status).toBe(404);
    }
    expect(await queue()).toEqual([]);
    await report(seller, 'message', sent.id);
    const [open] = await queue();
    expect(await statusOf(open?.evidence.imageUrls[0])).toBe(200);
    await expireIn(31);
    expect(await sweepIn(48)).toBe(0);
    await resolve('dismiss');
    await vi.waitFor(() => expect(onDisk(sent.url)).toBe(false));
    expect((await queue('closed')).map(({ evidence }) => evidence.imageUrls)).toEqual([[]]);
  });

  test('an unsent photo is deleted after 30 days', async () => {
    const sent = await sendPhoto();
    await unsend(sent.id);
    await sweepIn(48);
    expect(onDisk(sent.url)).toBe(true);
    await expired(sent.url);
  });

  test("an unsent photo is deleted with its sender's account", async () => {
    const sent = await sendPhoto();
    await unsend(sent.id);
    await buyer.request('DELETE', '/api/auth/user', { password: PASSWORD });
    await vi.waitFor(() => expect(onDisk(sent.url)).toBe(false));
  });

  test('a photo removed by an admin is deleted immediately', async () => {
    const sent = await sendPhoto();
    await report(seller, 'message', sent.id);
    await resolve('remove');
    await vi.waitFor(() => expect(onDisk(sent.url)).toBe(false));
  });

  test('a reported photo stays visible to admins after unsending', async () => {
    const sent = await sendPhoto();
    await report(seller, 'message', sent.id);
    await unsend(sent.id);
    await expireIn(31);
    expect(await sweepIn(48)).toBe(0);
    for (const person of [buyer, seller]) {
      expect((await person.request('GET', `/api/messages/${sent.id}/image`)).status).toBe(404);
    }
    const [open] = await queue();
    expect(await statusOf(open?.evidence.imageUrls[0])).toBe(200);
    await resolve('dismiss');
    await vi.waitFor(() => expect(onDisk(sent.url)).toBe(false));
    expect((await queue('closed')).map(({ evidence }) => evidence.imageUrls)).toEqual([[]]);
  });

  test('a photo stays until its last report is closed', async () => {
    const [unsent, shown] = [await sendPhoto(), await sendPhoto()];
    await report(seller, 'message', shown.id);
    await resolve('dismiss');
    expect(await sweepIn(48)).toBe(0);
    expect(onDisk(shown.url)).toBe(true);

    await report(seller, 'message', unsent.id);
    await unsend(unsent.id);
    await expireIn(31);
    // The state left by a process that crashed right after the commit.
    const decision = { resolution: 'dismiss', note: null, rule: null, suspendedUntil: null } as const;
    const closed = { closedAt: new Date(), closedById: admin.id, ...decision };
    const about = { subject: 'message', subjectId: unsent.id } as const;
    expect(await sweepIn(48)).toBe(0);
    await server.db.transact((tx) => closeReports(tx, about, closed));
    await sweepIn(48);
    await vi.waitFor(() => expect(onDisk(unsent.url)).toBe(false));
    expect(onDisk(shown.url)).toBe(true);
  });

  test("a removed listing's photo stays until its report closes", async () => {
    const [front = ''] = listing.images;
    const quiet = await list('Not discussed');
    const [other = ''] = quiet.images;
    for (const person of [buyer, admin]) await report(person, 'listing', quiet.id);
    await seller.request('DELETE', `/api/listings/${quiet.id}`);
    expect(await sweepIn(48)).toBe(0);
    const urls = (await queue()).map(({ evidence }) => evidence.imageUrls);
    expect(urls).toEqual([[other], [other]]);
    expect(await statusOf(other)).toBe(200);
    await resolve('dismiss');
    await vi.waitFor(() => expect(onDisk(other)).toBe(false));
    expect(onDisk(front)).toBe(true);
  });

  describe('the photos of a listing that an admin removed', () => {
    let front = '';
    let back = '';
    const shownPhotos = async () => (await buyer.call<Listing>('GET', `/api/listings/${listing.id}`)).images;
    const erase = (days: number) => eraseExpiredReports(server.db, Date.now() + days * 24 * HOUR);
    /** Reports the listing and removes it; its first photo stays, for the conversation about it. */
    async function takeDown() {
      [front = ''] = listing.images;
      back = await uploadListingPhoto();
      const fields = { title: 'Type II trucker', brand: 'Kapital', category: 'Outerwear', size: 'L' };
      await seller.call('PUT', `/api/listings/${listing.id}`, {
        ...{ ...fields, condition: 'Used', images: [front, back] },
      });
      await report(buyer, 'listing', listing.id);
      const [open] = await queue();
      await resolve('remove');
      return open?.id ?? '';
    }
    async function appeal(reportId: string) {
      const id = randomUUID();
      const row = { id, reportId, party: 'person', text: 'It is genuine.', createdAt: new Date() } as const;
      await insertRows(server.db, 'appeals', row);
      return (outcome: string) =>
        admin.request('POST', `/api/admin/appeals/${id}/answer`, { outcome, reason: 'A second look' });
    }
    const claim = (images: string[]) =>
      seller.request('POST', '/api/listings', {
        ...{ title: 'Again', brand: 'Kapital', category: 'Outerwear', size: 'L', condition: 'Used' },
        ...{ price: '365', images },
      });

    test('are shown to admins only', {
      tags: ['admin-removals'],
    }, async () => {
      const reportId = await takeDown();
      expect(await statusOf(front)).toBe(200);
      for (const size of ['320', '1800']) expect(await statusOf(back.replace('-1800', `-${size}`))).toBe(404);
      expect((await fetch(server.url + back, { method: 'HEAD' })).status).toBe(404);
      // An admin who answers an appeal sees them.
      const [closed] = await queue('closed');
      expect(closed?.evidence.imageUrls).toHaveLength(2);
      const seen = await fetch(server.url + closed?.evidence.imageUrls[1]);
      expect([seen.status, seen.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
      expect((await claim([back])).status).toBe(400);
      expect(await sweepIn(48)).toBe(0);
      const answer = await appeal(reportId);
      // An open appeal outlasts the 30 days.
      await erase(60);
      expect(onDisk(back)).toBe(true);
      expect((await answer('reverse')).status).toBe(204);
      expect(await shownPhotos()).toEqual([front, back]);
      expect(await statusOf(back)).toBe(200);
      await erase(60);
      expect(await sweepIn(48)).toBe(0);
      expect(await statusOf(back)).toBe(200);
      // A second removal withholds them again.
      await report(buyer, 'listing', listing.id);
      await resolve('remove');
      await vi.waitFor(async () => expect(await statusOf(back)).toBe(404));
    });

    test('are erased once no appeal is possible', { tags: ['admin-removals'] }, async () => {
      await takeDown();
      await erase(30);
      expect(onDisk(back)).toBe(true);
      await erase(32);
      await vi.waitFor(() => expect(onDisk(back)).toBe(false));
      expect(onDisk(front)).toBe(true);
    });

    test('are withheld by a node that starts later', async () => {
      const start = () => startWorld({ engine, env: server.env });
      const running = await start();
      const nodes = [running];
      try {
        // From its first request on, a node knows what is withheld, and polls for changes.
        expect((await fetch(`${running.url}${listing.images[0]}`)).status).toBe(200);
        await takeDown();
        nodes.push(await start());
        for (const { url } of nodes) {
          const statusOfBack = async () => (await fetch(url + back)).status;
          await vi.waitFor(async () => expect(await statusOfBack()).toBe(404), { timeout: 60_000 });
          expect((await fetch(url + front)).status).toBe(200);
        }
      } finally {
        for (const node of nodes) await node.close();
      }
    });

    test("are erased with their owner's account", async () => {
      await takeDown();
      await seller.request('DELETE', '/api/auth/user', { password: PASSWORD });
      await sweepIn(48);
      await vi.waitFor(() => expect(onDisk(back)).toBe(false));
    });
  });

  test('every photo of a reported listing survives an edit', {
    tags: ['edited-item-reports'],
  }, async () => {
    const [front = ''] = listing.images;
    const [back, label] = [await uploadListingPhoto(), await uploadListingPhoto()];
    const fields = { title: 'Type II trucker', brand: 'Kapital', category: 'Outerwear', size: 'L' };
    const edit = (images: string[]) =>
      seller.call('PUT', `/api/listings/${listing.id}`, { ...fields, condition: 'Used', images });
    await edit([front, back, label]);
    await report(buyer, 'listing', listing.id);
    await edit([await uploadListingPhoto()]);
    expect(await sweepIn(48)).toBe(0);
    const [open] = await queue();
    expect(open?.evidence.imageUrls).toEqual([front, back, label]);
    for (const url of [front, back, label]) expect(await statusOf(url)).toBe(200);
    await resolve('dismiss');
    await vi.waitFor(() => expect([front, back, label].map(onDisk)).toEqual([false, false, false]));
  });

  test('the picture of a reported person survives a change', {
    tags: ['edited-item-reports'],
  }, async () => {
    const [first, second] = [await setPicture(seller), await setPicture(buyer)];
    await report(buyer, 'user', seller.id);
    await setPicture(seller);
    expect(await sweepIn(48)).toBe(0);
    expect((await queue()).map(({ evidence }) => evidence.imageUrls)).toEqual([[first]]);
    expect(await statusOf(first)).toBe(200);
    await resolve('dismiss');
    await vi.waitFor(() => expect(onDisk(first)).toBe(false));
    expect(onDisk(second)).toBe(true);
  });

  test("deleting the seller's account deletes a reported listing's photos", async () => {
    const [front = ''] = listing.images;
    await report(buyer, 'listing', listing.id);
    await seller.request('DELETE', '/api/auth/user', { password: PASSWORD });
    await vi.waitFor(() => expect(onDisk(front)).toBe(false));
  });

  test("a reported photo outlives the reporter's account", async () => {
    const sent = await sendPhoto();
    await report(seller, 'message', sent.id);
    await unsend(sent.id);
    await expireIn(31);
    expect(await sweepIn(48)).toBe(0);
    await seller.request('DELETE', '/api/auth/user', { password: PASSWORD });
    // It may come before the photos of the account itself are gone.
    await sweepIn(48);
    expect(onDisk(sent.url)).toBe(true);
  });

  test('a photo that was never sent is swept', async () => {
    const [unused, sent] = [await uploadPhoto(), await sendPhoto()];
    expect(await sweepIn(23)).toBe(0);
    expect(onDisk(unused)).toBe(true);
    expect(await sweepIn(25)).toBe(1);
    expect([unused, sent.url].map(onDisk)).toEqual([false, true]);

    // The state left by a process that crashed right after committing a removal.
    const key = new URL(sent.url, server.url).pathname.replace('/media/', '');
    await server.db.transact((tx) => releaseUploads(tx, [key]));
    expect(await sweepIn(25)).toBe(1);
    expect(onDisk(sent.url)).toBe(false);
  });
});
