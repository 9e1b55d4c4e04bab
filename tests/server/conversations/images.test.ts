import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Message } from '@selvedge/shared/conversations/conversations';
import type { Upload } from '@selvedge/shared/items/listings';
import type { EventPayload } from '@selvedge/shared/platform/realtime';
import type { Report } from '@selvedge/shared/safety/reports';
import { strFromU8, unzipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createDiskStore } from '../../../server/src/platform/media/disk-store.ts';
import { sweepUnused } from '../../../server/src/platform/media/sweep.ts';
import { next } from '../../support/clients/socket.ts';
import { phonePhoto, svgPicture, textNamedJpeg } from '../../support/data/pictures.ts';
import { joinWorld, PASSWORD, type Person } from '../../support/people/account.ts';
import { engines } from '../../support/servers/database.ts';
import { startWorld, type World } from '../../support/world.ts';

const DAY = 86_400_000;

describe.each(engines())('photos in conversations (%s)', (engine) => {
  let server: World;
  let buyer: Person;
  let seller: Person;
  let id: string;
  let photo: Blob;
  beforeEach(async () => {
    server = await startWorld({ engine });
    [buyer, seller] = [await joinWorld(server, 'odile'), await joinWorld(server, 'marlow')];
    photo = await phonePhoto({ width: 90, height: 120 });
    id = (await buyer.openConversation(await seller.list())).id;
  });
  afterEach(async () => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    await server.close();
  });

  const formOf = (file: Blob) => {
    const form = new FormData();
    form.set('image', file, 'Sleeve seam.jpg');
    return form;
  };
  const upload = (as: Person, file = photo, to = id) =>
    as.request('POST', `/api/conversations/${to}/images`, formOf(file));
  const uploaded = async (as: Person, to = id) => (await (await upload(as, photo, to)).json()) as Upload;
  const post = (as: Person, url: string, clientId: string = randomUUID(), conversationId = id) =>
    as.request('POST', '/api/messages', { clientId, conversationId, type: 'image', url, content: '' });
  const sendPhoto = async (as: Person) =>
    (await (await post(as, (await uploaded(as)).url)).json()) as Message;
  const fetched = (url: string | null) => fetch(server.url + url);
  const onDisk = (url: string) => existsSync(join(server.dataDir, new URL(url, server.url).pathname));
  const messagesFor = (as: Person) => as.call<Message[]>('GET', `/api/conversations/${id}/messages`);

  test('reach the recipient live with their dimensions', async () => {
    const theirs = seller.connect();
    await next(theirs, 'unread');
    const received = next<EventPayload<'message:new'>>(theirs, 'message:new');
    const up = await uploaded(buyer);
    expect(up).toMatchObject({
      width: 90,
      height: 120,
      placeholder: expect.stringMatching(/^[\w+/=]{20,}$/),
    });
    const response = await post(buyer, up.url);
    expect(response.status).toBe(201);
    const mine = (await response.json()) as Message;
    const { message, conversation } = await received;
    theirs.disconnect();

    expect(message).toMatchObject({ id: mine.id, messageType: 'image', content: '', senderId: buyer.id });
    const { url: _, ...box } = up;
    for (const one of [mine, message]) expect(one.image).toEqual(box);
    expect(conversation.lastMessage).toMatchObject({ messageType: 'image', content: '' });
    expect(mine.imageUrl).toMatch(
      new RegExp(`^/media/chatimages/${id}/\\d{13}_[0-9a-f]{32}-sleeve-seam-1800\\.webp\\?`),
    );
    expect(message.imageUrl).not.toBe(mine.imageUrl);
    // A URL changes every two and a half minutes, possibly between these two requests.
    const unsigned = (one?: Message) => ({ ...one, imageUrl: one?.imageUrl?.split('?')[0] });
    expect(unsigned((await messagesFor(seller))[0])).toEqual(unsigned(message));

    for (const width of [320, 640, 1080, 1800]) {
      const response = await fetched((message.imageUrl ?? '').replace('-1800.webp', `-${width}.webp`));
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('image/webp');
      expect(response.headers.get('cache-control')).toBe('private, no-store');
    }
  });

  test('need a signed URL less than five minutes old', {
    tags: ['private-photos'],
  }, async () => {
    const { imageUrl, id: messageId } = await sendPhoto(buyer);
    const [path = ''] = (imageUrl ?? '').split('?');
    for (const url of [path, `${path}?for=${seller.id}`, (imageUrl ?? '').replace(buyer.id, seller.id)]) {
      const refused = await fetched(url);
      expect([refused.status, refused.headers.get('cache-control')]).toEqual([403, 'private, no-store']);
    }
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 300_000 });
    expect((await fetched(imageUrl)).status).toBe(403);
    for (const person of [buyer, seller]) {
      const { url } = await person.call<{ url: string }>('GET', `/api/messages/${messageId}/image`);
      expect((await fetched(url)).status).toBe(200);
    }
  });

  test('are inaccessible to strangers on every endpoint', async () => {
    const stranger = await joinWorld(server, 'pavel');
    const { id: messageId } = await sendPhoto(buyer);
    expect((await upload(stranger)).status).toBe(404);
    expect((await post(stranger, (await uploaded(buyer)).url)).status).toBe(404);
    expect((await stranger.request('GET', `/api/messages/${messageId}/image`)).status).toBe(404);
    const [text] = [
      await buyer.call<Message>('POST', '/api/messages', { conversationId: id, type: 'text', content: 'Hi' }),
    ];
    expect((await buyer.request('GET', `/api/messages/${text.id}/image`)).status).toBe(404);
    const signedOut = await fetch(`${server.url}/api/conversations/${id}/images`, {
      method: 'POST',
      body: formOf(photo),
    });
    expect(signedOut.status).toBe(401);
  });

  test("must be the sender's own unused uploads", {
    tags: ['own-uploads'],
  }, async () => {
    const elsewhere = (await buyer.openConversation(await seller.list('Another'))).id;
    const sent = await uploaded(buyer);
    expect((await post(buyer, sent.url)).status).toBe(201);
    const listing = await seller.list('A third');
    const refused: [Person, string][] = [
      [buyer, sent.url],
      [buyer, (await uploaded(seller)).url],
      [buyer, (await uploaded(buyer, elsewhere)).url],
      [seller, listing.images[0] ?? ''],
      [buyer, (await uploaded(buyer)).url.replace('-1800.webp', '-320.webp')],
      [buyer, 'https://tracker.example/pixel.webp'],
      [buyer, `/media/chatimages/${id}/../../../secret-1800.webp`],
      [buyer, ''],
    ];
    for (const [person, url] of refused) {
      const response = await post(person, url);
      expect([url, response.status]).toEqual([url, 400]);
      expect(await response.json()).toMatchObject({ code: 'invalid_input' });
    }
    const asListing = await buyer.request('POST', '/api/listings', {
      ...{
        title: 'Coat',
        brand: 'Kapital',
        category: 'Outerwear',
        size: 'L',
        condition: 'Used',
        price: '365',
      },
      images: [(await uploaded(buyer)).url],
    });
    expect(asListing.status).toBe(400);
    expect(await messagesFor(buyer)).toHaveLength(1);
  });

  test('sent twice with one client id become one message', async () => {
    const clientId = randomUUID();
    const [first, second] = [await uploaded(buyer), await uploaded(buyer)];
    const responses = [await post(buyer, first.url, clientId), await post(buyer, second.url, clientId)];
    const [one, again] = await Promise.all(
      responses.map(async (response) => (await response.json()) as Message),
    );
    expect(again?.id).toBe(one?.id);
    expect(await messagesFor(seller)).toHaveLength(1);

    const store = createDiskStore(join(server.dataDir, 'media'));
    expect(await sweepUnused(server.db, store, new Date(Date.now() + 2 * DAY))).toBe(1);
    expect([first, second].map(({ url }) => onDisk(url))).toEqual([true, false]);
    expect((await post(buyer, second.url)).status).toBe(400);
  });

  test('must be pictures of at most 10 MB', async () => {
    const refused = [
      [svgPicture(), 415, 'Invalid file type'],
      [textNamedJpeg(), 415, 'Invalid file type'],
      [new Blob([new Uint8Array(10 * 1024 * 1024 + 1)]), 413, 'File too large'],
    ] as const;
    for (const [file, status, message] of refused) {
      const response = await upload(buyer, file);
      expect([response.status, await response.json()]).toEqual([
        status,
        expect.objectContaining({ message }),
      ]);
    }
  });

  test('can neither be uploaded nor sent between blocked members', async () => {
    await sendPhoto(buyer);
    const { url } = await uploaded(buyer);
    await seller.request('PUT', `/api/blocks/${buyer.id}`);
    for (const person of [buyer, seller]) expect((await upload(person)).status).toBe(403);
    expect((await post(buyer, url)).status).toBe(403);
    await seller.request('DELETE', `/api/blocks/${buyer.id}`);
    expect((await post(buyer, url)).status).toBe(201);
  });

  test('are visible to admins only after a report', async () => {
    const admin = await server.join('admin', { isAdmin: true });
    const asAdmin = (method: string, path: string, json?: object) =>
      server.call(method, path, { as: admin, json });
    const { id: messageId, imageUrl } = await sendPhoto(buyer);
    expect((await asAdmin('GET', `/api/messages/${messageId}/image`)).status).toBe(404);
    await seller.call('POST', '/api/reports', { subject: 'message', id: messageId, reason: 'scam' });
    const [report] = (await (await asAdmin('GET', '/api/admin/reports')).json()) as Report[];
    expect((await fetched(report?.evidence.imageUrls[0] ?? '')).status).toBe(200);

    await asAdmin('POST', `/api/admin/reports/${report?.id}/resolve`, { action: 'remove', note: 'Checked' });
    expect(await messagesFor(seller)).toMatchObject([{ isRemoved: true, imageUrl: null }]);
    await vi.waitFor(() => expect(onDisk(imageUrl ?? '')).toBe(false));
    expect((await fetched(imageUrl)).status).toBe(404);
    expect((await seller.request('GET', `/api/messages/${messageId}/image`)).status).toBe(404);
  });

  test('are deleted once both participants have left', async () => {
    const { imageUrl } = await sendPhoto(buyer);
    const { imageUrl: theirs } = await sendPhoto(seller);
    const { url: unused } = await uploaded(buyer);
    const archive = await (await buyer.request('GET', '/api/auth/export')).arrayBuffer();
    const files = unzipSync(new Uint8Array(archive));
    const nameOf = (url: string | null) => new URL(url ?? '', server.url).pathname.split('/').at(-1);
    const exported = JSON.parse(strFromU8(files[`conversations/${id}.json`] ?? new Uint8Array()));
    // The archive contains the files, because URLs expire within minutes.
    const paths = [`pictures/${nameOf(imageUrl)}`, `conversations/${id}/${nameOf(theirs)}`];
    expect(exported.map(({ imageFile }: { imageFile: string }) => imageFile)).toEqual(paths);
    expect(JSON.stringify(exported)).not.toContain('/media/chatimages');
    for (const path of paths) expect(strFromU8(files[path] ?? new Uint8Array(), true)).toContain('WEBP');

    await buyer.request('DELETE', '/api/auth/user', { password: PASSWORD });
    await vi.waitFor(() => expect(onDisk(unused)).toBe(false));
    const [left] = await messagesFor(seller);
    expect((await fetched(left?.imageUrl ?? null)).status).toBe(200);
    await seller.request('DELETE', '/api/auth/user', { password: PASSWORD });
    await vi.waitFor(() => expect(onDisk(imageUrl ?? '')).toBe(false));
  });
});
