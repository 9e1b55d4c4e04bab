import sharp from 'sharp';
import { expect, test } from 'vitest';
import { openWorld } from '../../support/world.ts';

interface Icon {
  src: string;
  sizes: string;
  type: string;
  purpose: string;
}

test('the web manifest has icons in every size', async () => {
  const world = await openWorld();
  const response = await world.call('GET', '/manifest.webmanifest');
  expect(response.headers.get('content-type')).toMatch(/^application\/manifest\+json/);
  const { icons } = (await response.json()) as { icons: Icon[] };
  const drawn = icons.filter(({ type }) => type === 'image/png');
  expect(drawn.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '192x192 maskable',
    '512x512 maskable',
  ]);
  for (const { src, sizes, type, purpose } of drawn) {
    const icon = await world.call('GET', src);
    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, type]);
    const picture = sharp(await icon.arrayBuffer());
    const { width, height } = await picture.metadata();
    expect(`${width}x${height}`).toBe(sizes);
    // Maskable icons are cropped to any shape and must be opaque.
    if (purpose === 'maskable') expect((await picture.stats()).isOpaque).toBe(true);
  }
  expect((await world.call('GET', '/favicon.svg')).headers.get('content-type')).toMatch(/^image\/svg\+xml/);
  expect((await world.call('GET', '/icons/another.png')).status).toBe(404);
});
