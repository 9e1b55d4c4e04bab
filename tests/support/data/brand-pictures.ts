import sharp, { type Sharp } from 'sharp';

/** Logos and icons as operators have them, and files that pretend to be some. */

const SVG = 'image/svg+xml';
export const svg = (text: string): Blob => new Blob([text], { type: SVG });
const png = async (picture: Sharp): Promise<Blob> =>
  new Blob([new Uint8Array(await picture.png().toBuffer())], { type: 'image/png' });

/** A wave, as the mark of a shop named Tide. */
const WAVE = 'M4 30c9-14 17-14 26 0s17 14 26 0v22H4z';

/** A mark and a word, drawn as paths, in one color on a transparent ground. @param extra further elements */
export const logoSvg = (color = '#0b5563', extra = ''): Blob =>
  svg(`<?xml version="1.0" encoding="UTF-8"?>
<!-- Made with a drawing program. -->
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="220" height="60" viewBox="0 0 220 60">
${extra}<g fill="${color}"><path d="${WAVE}"/><path d="M74 12h36v8H96v32h-8V20H74zM118 24h8v28h-8zM118 12h8v8h-8zM158 8h8v44h-8zM180 35h26v7h-26z"/>
<path d="M162 38a11 11 0 1 1-22 0a11 11 0 1 1 22 0M201 45a11 11 0 1 1 1-9" fill="none" stroke="${color}" stroke-width="7"/></g>
</svg>`);

/** A wave in a circle, on a transparent ground. */
export const iconSvg = (): Blob =>
  svg(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 60"><circle cx="30" cy="30" r="30" fill="#0b5563"/><path fill="#fff" transform="translate(13 12) scale(.6)" d="${WAVE}"/></svg>`,
  );

/** A filled rectangle on a transparent ground. */
export const logoPng = async (width = 400, height = 100, background = '#0b5563'): Promise<Blob> => {
  const shape = { width: Math.ceil(width * 0.8), height: Math.ceil(height * 0.8) };
  const input = await sharp({ create: { ...shape, channels: 4, background } })
    .png()
    .toBuffer();
  const clear = { r: 0, g: 0, b: 0, alpha: 0 };
  return png(sharp({ create: { width, height, channels: 4, background: clear } }).composite([{ input }]));
};

export const opaquePng = (width: number, height: number, background = '#be1e2d'): Promise<Blob> =>
  png(sharp({ create: { width, height, channels: 3, background } }));

/** An animation: a red frame, then a blue one. */
export const animatedWebp = async (width = 400, height = 100): Promise<Blob> => {
  const frame = (background: string) =>
    sharp({ create: { width, height, channels: 3, background } })
      .raw()
      .toBuffer();
  const raw = { width, height: height * 2, channels: 3 as const, pageHeight: height };
  const bytes = await sharp(Buffer.concat([await frame('#be1e2d'), await frame('#1e2dbe')]), { raw })
    .webp({ delay: [100, 100] })
    .toBuffer();
  return new Blob([new Uint8Array(bytes)], { type: 'image/webp' });
};

/** Ten entities, each ten times the one before. */
export const entityBomb = (): Blob => {
  const entities = Array.from({ length: 10 }, (_, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`).join(
    '\n',
  );
  return svg(`<?xml version="1.0"?>
<!DOCTYPE svg [ <!ENTITY e0 "wave">
${entities} ]>
<svg xmlns="http://www.w3.org/2000/svg" width="200" height="50"><text y="40">&e10;</text></svg>`);
};

/** Groups that use the group before ten times each: ten billion circles. */
export const useBomb = (): Blob => {
  const groups = Array.from(
    { length: 10 },
    (_, i) => `<g id="g${i + 1}">${`<use href="#g${i}"/>`.repeat(10)}</g>`,
  ).join('\n');
  return svg(
    `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="50"><defs><circle id="g0" r="20"/>${groups}</defs><use href="#g10"/></svg>`,
  );
};
