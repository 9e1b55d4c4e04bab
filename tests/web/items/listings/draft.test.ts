import type { Listing, Upload } from '@selvedge/shared/items/listings';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { memoryStorage } from '../../../support/data/memory-storage.ts';

type DraftModule = typeof import('../../../../web/src/items/listings/draft.ts');

/** Opens Ana's form for a new listing on a separate page. */
async function openPage() {
  vi.resetModules();
  const { listingDraft }: DraftModule = await import('../../../../web/src/items/listings/draft.ts');
  const uploads = new Map<string, { arrive: () => void; fail: () => void }>();
  let ids = 0;
  const ports = {
    compress: async (file: Blob) => file,
    download: async (url: string) => new Blob([url]),
    upload: (_photo: Blob, name: string) =>
      new Promise<Upload>((resolve, reject) =>
        uploads.set(name, {
          arrive: () => resolve({ url: `/media/${name}-1800.webp`, width: 1, height: 1, placeholder: '' }),
          fail: () => reject({ code: 'unavailable', message: 'the connection was lost' }),
        }),
      ),
    newId: () => {
      ids += 1;
      return `p${ids}`;
    },
    previewOf: () => 'blob:',
    reportProblem: () => undefined,
  };
  const open = (relisted?: Listing) => {
    const draft = listingDraft('ana', undefined, relisted);
    return { draft, photos: draft.photos(ports) };
  };
  return { open, upload: (name: string) => vi.waitUntil(() => uploads.get(name)) };
}

const file = (name: string) => new File(['x'], name);
const statesOf = ({ photos }: ReturnType<Awaited<ReturnType<typeof openPage>>['open']>) =>
  photos.store.getState().photos.map(({ name, state }) => [name, state.kind]);

beforeEach(() => {
  vi.stubGlobal('sessionStorage', memoryStorage());
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('uploads continue after the form is closed', async () => {
  const page = await openPage();
  const first = page.open();
  first.photos.chosen([file('front.jpg'), file('back.jpg')]);
  // The form is closed, so its photos are no longer shown.
  (await page.upload('front.jpg')).arrive();
  (await page.upload('back.jpg')).fail();
  await first.photos.settled();

  const again = page.open();
  expect(statesOf(again)).toEqual([
    ['front.jpg', 'sent'],
    ['back.jpg', 'failed'],
  ]);
  again.photos.retried('p2');
  await vi.waitUntil(() => again.photos.store.getState().photos[1]?.state.kind === 'sending');
  (await page.upload('back.jpg')).arrive();
});

test('a photo uploaded after closing survives a reload', async () => {
  const page = await openPage();
  const first = page.open();
  first.photos.chosen([file('front.jpg'), file('back.jpg')]);
  (await page.upload('front.jpg')).arrive();
  await vi.waitUntil(() => first.photos.store.getState().photos[0]?.state.kind === 'sent');

  const after = await openPage();
  const opened = after.open();
  expect(statesOf(opened)).toEqual([['front.jpg', 'sent']]);
  expect(opened.photos.store.getState().problem).toBe('1 photo was not uploaded: back.jpg');
  opened.draft.save({ ...opened.draft.load(), title: 'Ring coat' });
  expect((await openPage()).open().photos.store.getState().problem).toMatch(/back\.jpg/);
});

test('a saved draft leaves nothing behind', async () => {
  const page = await openPage();
  const first = page.open();
  first.photos.chosen([file('front.jpg')]);
  first.draft.clear();
  (await page.upload('front.jpg')).arrive();
  await first.photos.settled();
  expect(statesOf(page.open())).toEqual([]);
});

test('a new listing has one id until saved', async () => {
  const postedAs = () => sessionStorage.getItem('selvedge-draft:ana:listing:new:posting');
  const { draft, photos } = (await openPage()).open();
  expect(postedAs()).toBeNull();
  photos.chosen([file('front.jpg')]);
  const id = postedAs();
  expect(id).not.toBeNull();
  (await openPage()).open().draft.save({ ...draft.load(), title: 'Ring coat' });
  expect(postedAs()).toBe(id);
  draft.clear();
  expect(postedAs()).toBeNull();
});

test("a relisted listing starts from the sold one's text", async () => {
  const page = await openPage();
  page.open().draft.save({ ...page.open().draft.load(), title: 'Ring coat' });
  const text = { title: 'Trucker', brand: 'Kapital', category: 'Outerwear', size: 'L', condition: 'Used' };
  const sold = { ...text, id: 'l1', price: '365.00', description: null, images: ['/media/a-1800.webp'] };
  const opened = page.open(sold as Listing);
  expect(opened.draft.load()).toEqual({ ...text, price: '365.00', description: '' });
  (await page.upload('photo-1.webp')).arrive();
  await opened.photos.settled();
  const sent = { kind: 'sent', url: '/media/photo-1.webp-1800.webp' };
  expect(opened.photos.store.getState().photos.map(({ state }) => state)).toEqual([sent]);
  // Opened again, it does not copy them a second time.
  expect(statesOf((await openPage()).open(sold as Listing))).toEqual([['photo-1.webp', 'sent']]);
  expect(page.open().draft.load().title).toBe('Ring coat');
});

test('a relisted form that was only opened is forgotten', async () => {
  const page = await openPage();
  const sold = {
    title: 'Trucker',
    id: 'l1',
    price: '365.00',
    description: null,
    images: ['/media/a-1800.webp'],
  };
  const { draft, photos } = page.open(sold as Listing);
  (await page.upload('photo-1.webp')).arrive();
  await photos.settled();
  expect(page.open(sold as Listing).draft.isRestored).toBe(false);
  draft.save({ ...draft.load(), title: 'Trucker, worn in' });
  expect(page.open(sold as Listing).draft.isRestored).toBe(true);
});
