import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { createRendering } from '../../../server/src/platform/media/rendering.ts';
import {
  animatedWebp,
  entityBomb,
  iconSvg,
  logoPng,
  logoSvg,
  opaquePng,
  svg,
  useBomb,
} from '../../support/data/brand-pictures.ts';
import { gifPicture, hugePng, phonePhoto, textNamedJpeg, truncated } from '../../support/data/pictures.ts';
import { childrenOf, readProcess } from '../../support/servers/read-process.ts';
import { makeTempDir } from '../../support/servers/temp.ts';

const dir = makeTempDir();
afterAll(() => dir.remove());
afterEach(() => {
  vi.useRealTimers();
});
const render = createRendering();

async function put(file: Blob, name: string = randomUUID()): Promise<string> {
  const path = join(dir.path, name);
  writeFileSync(path, new Uint8Array(await file.arrayBuffer()));
  return path;
}
const logoOf = async (file: Blob) => render('logo', await put(file), null);
const iconOf = async (file: Blob) => render('icon', await put(file), null);

const fileOf = ({ files }: { files: Map<string, Buffer> }, name: string): Buffer => {
  const file = files.get(name);
  if (!file) throw new Error(`there is no file ${name}`);
  return file;
};
/** A pixel of a picture: red, green, blue, alpha. */
async function pixelAt(png: Buffer, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)];
}

test('a logo is a PNG of bounded height', async () => {
  const drawn = await logoOf(logoSvg());
  expect(drawn).toMatchObject({ main: '469x128-any', width: 469, height: 128 });
  expect([...drawn.files.keys()]).toEqual(['469x128-any', '469x128-any-share']);
  const share = await sharp(fileOf(drawn, '469x128-any-share')).metadata();
  expect(share).toMatchObject({ format: 'png', width: 1200, height: 630, hasAlpha: false });

  // Raster pictures are not enlarged, and lose everything but their pixels.
  expect((await logoOf(await logoPng(320, 80))).main).toBe('320x80-any');
  const large = await logoOf(await logoPng(4_000, 1_000));
  expect(large.main).toBe('512x128-any');
  const { format, exif, icc, xmp } = await sharp(fileOf(large, large.main)).metadata();
  expect({ format, exif, icc, xmp }).toEqual({ format: 'png' });
  const webp = new Blob([
    new Uint8Array(
      await sharp(await (await logoPng()).arrayBuffer())
        .withExif({ IFD0: { Make: 'Fruit' } })
        .webp()
        .toBuffer(),
    ),
  ]);
  const converted = await logoOf(webp);
  expect(converted.main).toBe('400x100-any');
  expect(fileOf(converted, converted.main).includes('Fruit')).toBe(false);
});

test('an animation becomes its first frame', async () => {
  const { files } = await logoOf(await animatedWebp());
  const [red = 0, , blue = 0] = await pixelAt([...files.values()][0] as Buffer, 200, 50);
  expect(red - blue).toBeGreaterThan(100);
});

test('a logo names its readable ground', async () => {
  for (const [color, ground] of [
    ['#1f2d47', 'light'],
    ['#ffe600', 'dark'],
    ['#be1e2d', 'any'],
  ] as const) {
    const { main, files } = await logoOf(logoSvg(color));
    expect([color, main]).toEqual([color, `469x128-${ground}`]);
    const share = files.get(`${main}-share`) as Buffer;
    const behind = ground === 'dark' ? [13, 16, 22, 255] : [255, 255, 255, 255];
    expect([color, await pixelAt(share, 5, 5)]).toEqual([color, behind]);
  }
  // It has its own.
  expect((await logoOf(await opaquePng(400, 100, '#ffffff'))).main).toBe('400x100-any');
});

test('outside references of an SVG are not drawn', {
  tags: ['svg'],
}, async () => {
  const secret = await put(await opaquePng(100, 100, '#ff0000'), 'secret.png');
  const plain = await logoOf(logoSvg());
  const extra = [
    `<image href="file://${secret}" width="220" height="60"/>`,
    `<image xlink:href="secret.png" width="220" height="60"/>`,
    '<image href="file:///etc/passwd" width="220" height="60"/>',
    '<image href="http://127.0.0.1:1/red.png" width="220" height="60"/>',
    `<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file://${secret}"/>`,
    '<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file:///etc/passwd" parse="text"/>',
    '<use href="file:///etc/passwd#x"/>',
    '<style>@import url("file:///etc/passwd");</style>',
    '<script>document.documentElement.remove()</script>',
    '<foreignObject width="220" height="60"><body xmlns="http://www.w3.org/1999/xhtml" style="background:red">x</body></foreignObject>',
  ].join('');
  const { main, files } = await logoOf(logoSvg('#0b5563', extra));
  expect(files.get(main)?.equals(fileOf(plain, plain.main))).toBe(true);
  // Only what is in the file itself.
  const inside = Buffer.from(await (await opaquePng(10, 10, '#ff0000')).arrayBuffer()).toString('base64');
  const inner = await logoOf(
    logoSvg('#0b5563', `<image href="data:image/png;base64,${inside}" width="220" height="60"/>`),
  );
  expect(inner.files.get(inner.main)?.equals(fileOf(plain, plain.main))).toBe(false);
});

const GIVE = 'Please choose a PNG, WebP or SVG picture as the logo.';
const SHAPE = 'Please choose one up to 8 times as wide as high, and up to 2 times as high as wide.';
const DAMAGED = 'This picture is damaged or incomplete. Please choose another.';

test('other files are refused by their content', async () => {
  const utf16 = new Blob([Buffer.from('\ufeff<svg xmlns="http://www.w3.org/2000/svg"/>', 'utf16le')]);
  const page = svg('<!doctype html><html><body><svg xmlns="http://www.w3.org/2000/svg"/></body></html>');
  for (const file of [
    await phonePhoto({ width: 300, height: 200 }),
    await gifPicture(),
    ...[textNamedJpeg(), utf16, page, new Blob([])],
  ])
    await expect(logoOf(file)).rejects.toMatchObject({ code: 'unsupported_type', message: GIVE });
}, 60_000);

test('unsuitable pictures are refused with a message', {
  tags: ['svg'],
  timeout: 120_000,
}, async () => {
  const drawn = (attributes: string, inside = '<path d="M0 0h9v9z"/>') =>
    svg(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>`);
  for (const [file, message] of [
    [
      await logoPng(300, 40),
      'This logo is only 40 pixels high. Please choose one at least 64 pixels high, or an SVG.',
    ],
    [await logoPng(900, 100), `This logo is too wide for its height. ${SHAPE}`],
    [await logoPng(64, 200), `This logo is too high for its width. ${SHAPE}`],
    [await logoPng(20_000, 100), `This logo is too wide for its height. ${SHAPE}`],
    [hugePng(20_000), 'This picture is too large (max 50 megapixels).'],
    [drawn('width="20000" height="20000"'), 'This picture is too large (max 50 megapixels).'],
    [truncated(await logoPng(), 0.5), DAMAGED],
    [truncated(logoSvg(), 0.7), DAMAGED],
    [drawn('width="0" height="0"'), DAMAGED],
    [drawn('width="200" height="50"', ''), 'Nothing is visible in this picture. Please choose another.'],
    [entityBomb(), 'This SVG declares entities of its own. Please export it as a plain SVG.'],
  ] as const)
    await expect(logoOf(file)).rejects.toMatchObject({ code: 'invalid_input', message });

  for (const [width, height] of [
    [100, 100],
    [192, 191],
  ] as const)
    await expect(iconOf(await opaquePng(width, height))).rejects.toMatchObject({
      message: `This icon has only ${width} × ${height} pixels. Please choose a square one with at least 192 pixels per side, or an SVG.`,
    });
  await expect(iconOf(await opaquePng(900, 300))).rejects.toMatchObject({
    message:
      'This icon is far from square. Please choose a square one with at least 192 pixels per side, or an SVG.',
  });
});

const isDrawing = (pid: number) => (readProcess(pid)?.cpuMs ?? 0) > 2_000;

test.skipIf(process.platform !== 'linux')(
  'an SVG that is never done is given up',
  { tags: ['svg'] },
  async () => {
    const path = await put(useBomb());
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const refused = expect(render('logo', path, null)).rejects.toMatchObject({
      code: 'invalid_input',
      message: 'This picture is too complex to process. Please choose another.',
    });
    while (!childrenOf(process.pid).some(isDrawing)) await turn();
    vi.advanceTimersByTime(30_000);
    await refused;
  },
);

test('a huge SVG is drawn in the needed size', async () => {
  const wide = svg(
    '<svg xmlns="http://www.w3.org/2000/svg" width="8000" height="4000" viewBox="0 0 2 1"><path fill="#be1e2d" d="M0 0h1v1H0z"/></svg>',
  );
  expect((await logoOf(wide)).main).toBe('256x128-any');
});

test('an icon gets every size', async () => {
  const { files, main } = await iconOf(iconSvg());
  expect(main).toBe('512');
  const sizes = await Promise.all(
    [...files].map(async ([name, file]) => {
      const { format, width, height } = await sharp(file).metadata();
      return `${name}: ${format} ${width}x${height} ${(await sharp(file).stats()).isOpaque}`;
    }),
  );
  expect(sizes).toEqual([
    '32: png 32x32 false',
    '180: png 180x180 true',
    '192: png 192x192 false',
    '512: png 512x512 false',
    'maskable-192: png 192x192 true',
    'maskable-512: png 512x512 true',
  ]);
});

/** How many pixels outside the circle that every launcher shows differ from the first one. */
async function outsideSafeZone(png: Buffer): Promise<number> {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  let different = 0;
  for (let y = 0; y < info.height; y += 1)
    for (let x = 0; x < info.width; x += 1) {
      const at = (y * info.width + x) * 3;
      const isOutside =
        Math.hypot(x + 0.5 - info.width / 2, y + 0.5 - info.height / 2) > info.width * 0.4 + 1;
      if (isOutside && [0, 1, 2].some((i) => Math.abs((data[at + i] ?? 0) - (data[i] ?? 0)) > 8))
        different += 1;
    }
  return different;
}

test('a maskable icon has its picture in the middle', async () => {
  const square = svg(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path fill="#0b5563" d="M0 0h10v9.9H0z"/></svg>',
  );
  for (const file of [iconSvg(), square, await opaquePng(400, 400), await logoPng(400, 300)]) {
    const { files } = await iconOf(file);
    const maskable = files.get('maskable-512') as Buffer;
    expect(await outsideSafeZone(maskable)).toBe(0);
  }
  const { files: white } = await iconOf(
    svg(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4.5" cy="4.5" r="4" fill="#fff"/></svg>',
    ),
  );
  expect(await pixelAt(white.get('maskable-512') as Buffer, 2, 2)).toEqual([13, 16, 22, 255]);
  expect(await pixelAt(white.get('180') as Buffer, 2, 2)).toEqual([13, 16, 22, 255]);
  // An opaque one keeps its edge, and fills Apple's icon.
  const { files: red } = await iconOf(await opaquePng(400, 400));
  expect(await pixelAt(red.get('maskable-512') as Buffer, 2, 2)).toEqual([190, 30, 45, 255]);
  expect(await pixelAt(red.get('180') as Buffer, 2, 2)).toEqual([190, 30, 45, 255]);
});

test('an almost square picture is centred in an icon', async () => {
  const { files } = await iconOf(await opaquePng(400, 300));
  const icon = files.get('512') as Buffer;
  expect((await pixelAt(icon, 256, 20))[3]).toBe(0);
  expect(await pixelAt(icon, 256, 256)).toEqual([190, 30, 45, 255]);
});
