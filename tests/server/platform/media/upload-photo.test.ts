import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeEach, expect, test } from 'vitest';
import type { Actor } from '../../../../server/src/platform/core/actor.ts';
import {
  animatedGif,
  avifPicture,
  gifPicture,
  heicNamedWide,
  heicPicture,
  hugePng,
  phonePhoto,
  svgPicture,
  textNamedJpeg,
  tiledAvif,
  tiledHeic,
  transparentPng,
  truncated,
  webpPicture,
} from '../../../support/data/pictures.ts';
import { uniqueName } from '../../../support/people/conversation.ts';
import { describeOnEngines } from '../../../support/servers/database.ts';
import { worldForAll } from '../../../support/world.ts';

interface UploadBody {
  url: string;
  width: number;
  height: number;
  placeholder: string;
  code: string;
  message: string;
}

describeOnEngines('uploading a photo', ({ engine }) => {
  const shop = worldForAll({ engine });
  let seller: Actor;
  beforeEach(async () => {
    seller = await shop.join(uniqueName('marlow'));
  });

  const send = async (file: Blob, name?: string) => {
    const response = await shop.upload(seller, file, name);
    return { status: response.status, body: (await response.json()) as UploadBody };
  };
  const fetched = async (url: string) => Buffer.from(await (await shop.call('GET', url)).arrayBuffer());

  test('turns a phone photo into four upright pictures', async () => {
    const { status, body } = await send(await phonePhoto({ width: 2100, height: 1050 }), 'IMG 0042.JPG');
    expect(status).toBe(201);
    expect(body).toMatchObject({ width: 1800, height: 900 });
    expect(body.url).toMatch(new RegExp(`^/media/${seller.id}/\\d{13}-[0-9a-f]{32}-img-0042-1800\\.webp$`));
    expect(Buffer.from(body.placeholder, 'base64').length).toBeGreaterThan(4);
    for (const [width, height] of [
      [320, 160],
      [640, 320],
      [1080, 540],
      [1800, 900],
    ] as const) {
      const bytes = await fetched(body.url.replace('-1800.webp', `-${width}.webp`));
      const { format, exif, icc, xmp, orientation, ...size } = await sharp(bytes).metadata();
      expect(size).toMatchObject({ width, height });
      expect({ format, exif, icc, xmp, orientation }).toEqual({ format: 'webp' });
      for (const trace of ['Exif', 'GPS', 'Fruit', 'XMP']) expect(bytes.includes(trace)).toBe(false);
    }
    // The red band at the top of the camera's picture is still at the top.
    const top = await sharp(await fetched(body.url))
      .resize(1, 20, { fit: 'fill' })
      .raw()
      .toBuffer();
    const [red = 0, green = 0] = top;
    expect(red - green).toBeGreaterThan(100);
  });

  test('does not enlarge a small picture', async () => {
    const { body } = await send(await webpPicture(500, 700));
    expect(body).toMatchObject({ width: 500, height: 700 });
    const widths = [];
    for (const name of [320, 640, 1080, 1800]) {
      const { width } = await sharp(await fetched(body.url.replace('-1800', `-${name}`))).metadata();
      widths.push(width);
    }
    expect(widths).toEqual([320, 500, 500, 500]);
  });

  test('reduces an animation to its first frame', {
    tags: ['picture-metadata'],
  }, async () => {
    const png = await send(await transparentPng(200, 300), 'shape.png');
    expect((await sharp(await fetched(png.body.url)).metadata()).hasAlpha).toBe(true);

    const avif = await send(await avifPicture(), 'photo.avif');
    expect(avif.body).toMatchObject({ width: 300, height: 400 });

    const gif = await send(await animatedGif({ frames: 500, width: 20, height: 30 }), 'dance.gif');
    expect(gif.body).toMatchObject({ width: 20, height: 30 });
    const still = await fetched(gif.body.url);
    expect((await sharp(still).metadata()).pages ?? 1).toBe(1);
    const [red = 0, , blue = 0] = await sharp(still).resize(1, 1).raw().toBuffer();
    expect(red - blue).toBeGreaterThan(100);
  });

  test('stores an iPhone photo upright in its colours', async () => {
    const { status, body } = await send(heicPicture(), 'IMG_0001.HEIC');
    expect(status).toBe(201);
    expect(body).toMatchObject({ width: 480, height: 640 });
    const bytes = await fetched(body.url);
    const { format, exif, icc, width } = await sharp(bytes).metadata();
    expect({ format, exif, icc, width }).toEqual({ format: 'webp', width: 480 });
    for (const trace of ['Exif', 'GPS', 'Fruit']) expect(bytes.includes(trace)).toBe(false);
    // The red band at the top: in Display P3 its red value is lower than in sRGB.
    const [red = 0, green = 0] = await sharp(bytes).resize(1, 20, { fit: 'fill' }).raw().toBuffer();
    expect(red).toBeGreaterThan(190);
    expect(green).toBeLessThan(40);
  });

  test('a photo stored in tiles is assembled', async () => {
    expect(await send(tiledHeic())).toMatchObject({ status: 201, body: { width: 1_280, height: 960 } });
    expect(await send(tiledAvif())).toMatchObject({ status: 201, body: { width: 1_024, height: 1_024 } });
  });

  test('refuses a damaged HEIC photo', async () => {
    for (const share of [0.1, 0.9]) {
      const { status, body } = await send(truncated(heicPicture(), share), 'IMG_0001.HEIC');
      expect([400, 415], `cut at ${share}`).toContain(status);
      expect(body.message).toMatch(/choose/);
    }
    const large = await send(await heicNamedWide(200_000));
    expect(large).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('50 megapixels') },
    });
    expect((await send(heicPicture())).status).toBe(201);
    expect(shop.temporaryFiles()).toEqual([]);
  });

  test("keeps a very high picture within WebP's limits", async () => {
    const { status, body } = await send(await transparentPng(10, 20_000));
    expect(status).toBe(201);
    expect(body).toMatchObject({ width: 7, height: 14_400 });
    const shown = await sharp(await fetched(body.url)).metadata();
    expect(shown).toMatchObject({ width: 7, height: 14_400 });

    const strip = await send(await transparentPng(60, 1_200));
    expect(strip.body).toMatchObject({ width: 60, height: 1_200 });
    expect(await sharp(await fetched(strip.body.url)).metadata()).toMatchObject({ height: 1_200 });
  });

  test('refuses a file that is not a picture', {
    tags: ['picture-types'],
  }, async () => {
    for (const file of [svgPicture(), textNamedJpeg(), new Blob(['']), new Blob(['%PDF-1.7\n'])]) {
      const { status, body } = await send(file, 'photo.jpg');
      expect(status).toBe(415);
      expect(body.message).toMatch(/JPEG, PNG, WebP, GIF, AVIF or HEIC/);
    }
    expect(shop.temporaryFiles()).toEqual([]);
  });

  test('a truncated picture is refused, wherever it was cut', async () => {
    const [width, height] = [150, 200];
    const files = [
      await phonePhoto({ width, height }),
      await transparentPng(width, height),
      await webpPicture(width, height),
      await gifPicture(width, height),
    ];
    for (const file of files) {
      // A GIF is decoded in a child process, which takes most of the time.
      for (const share of file.type === 'image/gif' ? [0.1, 0.9] : [0.1, 0.5, 0.9]) {
        const { status } = await send(truncated(file, share));
        expect([400, 415], `${file.type} cut at ${share}`).toContain(status);
      }
    }
    expect(shop.temporaryFiles()).toEqual([]);
  });

  test('a pixel bomb is refused by its header', { tags: ['oversized-pictures'] }, async () => {
    const bomb = hugePng(16_000);
    // The second file is truncated; decoding it would report that instead.
    for (const file of [bomb, bomb.slice(0, bomb.size >> 1, bomb.type)]) {
      const { status, body } = await send(file);
      expect(status).toBe(400);
      expect(body.message).toMatch(/50 megapixels/);
    }
  });

  test("its files are accessible to the server's user only", { tags: ['file-permissions'] }, async () => {
    await send(await webpPicture(10, 10));
    const media = join(shop.dataDir, 'media');
    const folder = join(media, seller.id);
    const modes = [media, folder].map((path) => statSync(path).mode & 0o777);
    expect(modes).toEqual([0o700, 0o700]);
    const files = readdirSync(folder);
    expect(files).toHaveLength(4);
    for (const file of files) expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
  });

  test('a visitor is refused before anything is read', async () => {
    const response = await shop.upload(undefined, await webpPicture(10, 10));
    expect(response.status).toBe(401);
    expect(shop.temporaryFiles()).toEqual([]);
  });

  test('needs exactly one file in the field "image"', async () => {
    const picture = await webpPicture(10, 10);
    const forms: [string, File | string][][] = [
      [],
      [['image', 'text']],
      [['photo', new File([picture], 'a.webp')]],
      [
        ['image', new File([picture], 'a.webp')],
        ['isAdmin', 'true'],
      ],
      [
        ['image', new File([picture], 'a.webp')],
        ['image', new File([picture], 'b.webp')],
      ],
    ];
    for (const fields of forms) {
      const form = new FormData();
      for (const [name, value] of fields) form.append(name, value);
      const response = await shop.call('POST', '/api/uploads/listings', { as: seller, body: form });
      expect(response.status).toBe(400);
    }
    const plain = await shop.call('POST', '/api/uploads/listings', {
      as: seller,
      body: 'x',
      headers: { 'content-type': 'text/plain' },
    });
    expect(plain.status).toBe(415);
    expect((await shop.call('POST', '/api/uploads/listings', { as: seller })).status).toBe(415);
    expect(shop.temporaryFiles()).toEqual([]);
  });
});
