import sharp from 'sharp';
import { expect, test } from 'vitest';
import { openWorld } from '../../support/world.ts';

const XMP =
  '<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="34,3.13N"/></rdf:RDF></x:xmpmeta><?xpacket end="w"?>';
const TAILS = ['', '<script>alert(1)</script>', 'PK\u0003\u0004secret.zip'];
const KINDS = ['jpeg', 'png', 'webp', 'avif'] as const;
const ORIENTATIONS = [1, 3, 6, 8];

const pictureOf = (kind: (typeof KINDS)[number], orientation: number, serial: string) =>
  sharp({ create: { width: 24, height: 32, channels: 3, background: '#806040' } })
    .toFormat(kind, kind === 'avif' ? { effort: 0 } : {})
    .withExif({
      IFD0: { Make: 'Fruit', Model: 'Phone 17', Artist: serial },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '34/1 3/1 8/1' },
    })
    .withXmp(XMP)
    .withIccProfile('p3')
    .withMetadata({ orientation })
    .toBuffer();

test('fifty photos are stored without any embedded details', {
  tags: ['picture-metadata'],
}, async () => {
  const shop = await openWorld();
  const seller = await shop.join('marlow');
  let count = 0;
  for (const kind of KINDS) {
    for (const orientation of ORIENTATIONS) {
      for (const [i, tail] of [...TAILS, 'the end'].entries()) {
        const serial = `owner-${kind}-${orientation}-${i}`;
        const bytes = await pictureOf(kind, orientation, serial);
        // The sent file does contain the metadata.
        expect(bytes.includes(serial), serial).toBe(true);
        const sent = new Blob([new Uint8Array(bytes), tail], { type: `image/${kind}` });
        const url = await shop.uploaded(seller, sent);
        const stored = Buffer.from(await (await shop.call('GET', url)).arrayBuffer());
        const { exif, xmp, icc, iptc, orientation: turned } = await sharp(stored).metadata();
        expect([serial, exif, xmp, icc, iptc, turned]).toEqual([serial, ...Array(5).fill(undefined)]);
        const traces = [serial, 'Fruit', 'GPS', 'xmpmeta', 'EXIF', 'ICCP', ...TAILS.slice(1), 'the end'];
        expect(traces.filter((trace) => stored.includes(trace))).toEqual([]);
        count += 1;
      }
    }
  }
  expect(count).toBeGreaterThanOrEqual(50);
});
