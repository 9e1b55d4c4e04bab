import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { photoRefusal } from '../../../../../web/src/conversations/composer/photo-errors.ts';
import { createMessaging } from '../../../../../web/src/conversations/store/store.ts';
import { C1, createWorld, ME } from '../../factories.ts';

const photoOf = (name: string) => new File([name], name, { type: 'image/jpeg' });

function openTab({ world, ports }: ReturnType<typeof createWorld>) {
  const messaging = createMessaging(ports);
  return {
    messaging,
    world,
    async arrive() {
      await messaging.startSession(ME);
      await messaging.openInbox();
      messaging.goOnline();
      await messaging.select({ kind: 'conversation', id: C1 });
    },
    outbox: () => messaging.store.getState().outbox,
    /** What the server has stored, in order. */
    stored: () => world.stored.map(({ imageUrl, content }) => imageUrl ?? content),
  };
}
const open = async () => {
  const tab = openTab(createWorld([]));
  await tab.arrive();
  return tab;
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const settle = () => vi.advanceTimersByTimeAsync(50);

test('photos are sent in the order they were chosen', async () => {
  const { messaging, world, outbox, stored } = await open();
  await messaging.sendPhotos([photoOf('front'), photoOf('back')]);
  await messaging.sendMessage('What do you think?');
  expect(outbox().map(({ photo, content }) => photo?.name ?? content)).toEqual([
    'front',
    'back',
    'What do you think?',
  ]);
  await vi.advanceTimersByTimeAsync(0);
  expect(outbox()[1]?.photo?.size).toEqual({ width: 900, height: 1200 });
  await settle();
  expect(stored()).toEqual(['/media/front-1-1800.webp', '/media/back-2-1800.webp', 'What do you think?']);
  expect(world.uploaded).toEqual(['small front', 'small back']);
  expect([outbox(), [...world.outbox.values()]]).toEqual([[], []]);
});

test('photos waiting for a connection survive a reload', async () => {
  const first = await open();
  first.messaging.goOffline();
  const names = ['one', 'two', 'three', 'four'];
  await first.messaging.sendPhotos(names.map(photoOf));
  await settle();
  first.messaging.endSession();

  const world = createWorld([]);
  // The browser's database returns them in the order of their random keys.
  for (const [key, outgoing] of [...first.world.outbox].toReversed()) world.world.outbox.set(key, outgoing);
  const second = openTab(world);
  await second.arrive();
  await settle();
  expect(second.world.uploaded).toEqual(names.map((name) => `small ${name}`));
  expect(second.world.stored).toHaveLength(4);
});

test('an upload that loses its connection is retried automatically', async () => {
  const { messaging, world, outbox, stored } = await open();
  world.uploads = 'lost';
  await messaging.sendPhotos([photoOf('front')]);
  await settle();
  expect(outbox()).toMatchObject([{ status: 'sending' }]);
  world.uploads = 'ok';
  await vi.advanceTimersByTimeAsync(3_100);
  expect(stored()).toEqual(['/media/front-1-1800.webp']);
});

test('a photo fails while photo storage is down', async () => {
  const { messaging, world, outbox, stored } = await open();
  world.uploads = 'down';
  await messaging.sendPhotos([photoOf('front')]);
  await messaging.sendMessage('Then without a photo');
  await settle();
  expect(stored()).toEqual(['Then without a photo']);
  expect(outbox()).toMatchObject([
    { status: 'failed', problem: { message: 'Failed to send image. Please try again.' } },
  ]);
  world.uploads = 'ok';
  messaging.resendMessage(outbox()[0]?.clientId ?? '');
  await settle();
  expect(stored()).toEqual(['Then without a photo', '/media/front-1-1800.webp']);
});

test('a rate-limited photo is sent after a short wait', async () => {
  const { messaging, world, outbox, stored } = await open();
  Object.assign(world, { uploads: 'limited', retryAfter: 8 });
  await messaging.sendPhotos([photoOf('front')]);
  await vi.advanceTimersByTimeAsync(7_000);
  expect(outbox()).toMatchObject([{ status: 'sending' }]);
  world.uploads = 'ok';
  await vi.advanceTimersByTimeAsync(900);
  expect(stored()).toEqual([]);
  await vi.advanceTimersByTimeAsync(400);
  expect(stored()).toEqual(['/media/front-1-1800.webp']);
});

test('a photo fails when its wait would block messages', async () => {
  const { messaging, world, outbox, stored } = await open();
  Object.assign(world, { uploads: 'limited', retryAfter: 1_800 });
  await messaging.sendPhotos([photoOf('back')]);
  await messaging.sendMessage('Then without a photo');
  await settle();
  expect(stored()).toEqual(['Then without a photo']);
  expect(outbox()).toMatchObject([
    {
      status: 'failed',
      problem: { message: "You're doing that too often. Please try again in 1800 seconds." },
    },
  ]);
});

test('an uploaded photo is not uploaded again', async () => {
  const { messaging, world, outbox } = await open();
  world.network = 'unanswered';
  await messaging.sendPhotos([photoOf('front')]);
  await settle();
  expect(outbox()[0]?.photo).toMatchObject({ url: '/media/front-1-1800.webp', part: 1 });
  world.network = 'ok';
  await vi.advanceTimersByTimeAsync(3_100);
  expect([world.uploaded.length, world.stored.length, outbox().length]).toEqual([1, 1, 0]);
});

test('a refused photo does not block the next message', async () => {
  const { messaging, world, outbox, stored } = await open();
  world.uploads = 'refused';
  await messaging.sendPhotos([photoOf('front'), photoOf('back')]);
  await messaging.sendMessage('Hello');
  await settle();
  expect(stored()).toEqual(['Hello']);
  const message = 'Please select a valid image file (JPEG, PNG, GIF, or WebP)';
  expect(outbox()).toMatchObject([
    { status: 'failed', problem: { message } },
    { status: 'failed', problem: { message } },
  ]);
  world.uploads = 'ok';
  const [front, back] = outbox();
  messaging.resendMessage(front?.clientId ?? '');
  messaging.discardMessage(back?.clientId ?? '');
  await settle();
  expect(stored()).toEqual(['Hello', '/media/front-1-1800.webp']);
  expect(outbox()).toEqual([]);
});

test('resending uploads a photo no longer accepted again', async () => {
  const { messaging, world, outbox, stored } = await open();
  world.network = 'refused';
  await messaging.sendPhotos([photoOf('front')]);
  await settle();
  expect(outbox()).toMatchObject([{ status: 'failed', photo: { url: null } }]);
  world.network = 'ok';
  messaging.resendMessage(outbox()[0]?.clientId ?? '');
  await settle();
  expect(stored()).toEqual(['/media/front-2-1800.webp']);
});

test('a photo deleted during its upload is not sent', async () => {
  const { messaging, world, outbox } = await open();
  await messaging.sendPhotos([photoOf('front')]);
  messaging.discardMessage(outbox()[0]?.clientId ?? '');
  await settle();
  expect([world.stored, outbox(), [...world.outbox]]).toEqual([[], [], []]);
});

test('a photo can be the first message', async () => {
  const tab = openTab(createWorld([]));
  await tab.messaging.startSession(ME);
  tab.messaging.goOnline();
  const target = { sellerId: ME, listingId: 'l1', wtbListingId: null };
  await tab.messaging.selectTarget(target, 'Does it fit?');
  expect(await tab.messaging.sendPhotos([photoOf('front')])).toBe(true);
  await settle();
  const { selection, drafts } = tab.messaging.store.getState();
  expect(selection).toEqual({ kind: 'conversation', id: C1 });
  expect(drafts).toEqual({ [C1]: 'Does it fit?' });
  expect(tab.stored()).toEqual(['/media/front-1-1800.webp']);
});

test('only pictures up to 10 MB are accepted', () => {
  expect(photoRefusal(new File(['x'], 'x.svg', { type: 'image/svg+xml' }))).toMatch(/^Please select a valid/);
  expect(photoRefusal(new File(['x'], 'IMG_0001.heic', { type: '' }))).toBeNull();
  const large = new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'x.png', { type: 'image/png' });
  expect(photoRefusal(large)).toMatch(/^Image file is too large/);
  expect(photoRefusal(photoOf('front'))).toBeNull();
});
