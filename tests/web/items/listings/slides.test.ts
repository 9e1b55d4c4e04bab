import { beforeEach, expect, test, vi } from 'vitest';

const proofPhoto = {
  url: '/p-1800.webp',
  placeholder: 'PP',
  code: 'BCDFHJ',
  takenAt: '2026-11-23T12:00:00Z',
};
const listing = {
  brand: 'Kapital',
  title: 'Ring coat',
  images: ['/a-1800.webp'],
  placeholders: ['AA'],
  proofPhoto,
};

async function slidesWith(setting: string) {
  vi.resetModules();
  const instance = { textContent: JSON.stringify({ features: { proofPhoto: setting } }) };
  vi.stubGlobal('document', { getElementById: () => instance, querySelector: () => null });
  return (await import('../../../../web/src/items/listings/slides.ts')).slidesOf;
}
beforeEach(() => void vi.unstubAllGlobals());

test('the proof photo is the last photo', async () => {
  const slides = (await slidesWith('optional'))(listing);
  expect(slides.map(({ url, provenAt }) => [url, provenAt])).toEqual([
    ['/a-1800.webp', null],
    ['/p-1800.webp', proofPhoto.takenAt],
  ]);
  expect(slides.map(({ alt }) => alt)).toEqual([
    'Kapital Ring coat, 1 of 2',
    'Kapital Ring coat, 2 of 2: proof photo',
  ]);
});

test('a proof photo is hidden while they are off', async () => {
  const slides = (await slidesWith('off'))(listing);
  expect(slides.map(({ alt }) => alt)).toEqual(['Kapital Ring coat, 1 of 1']);
});
