import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { rawZip } from '../../../support/data/raw-zip.ts';
import type { Member } from '../../../support/people/accounts.ts';
import { goodCloset, openCloset, zipOf } from '../../../support/people/closet.ts';
import { worldForAll } from '../../../support/world.ts';

const MEBIBYTE = 1024 * 1024;
const TABLE = Buffer.from('title,brand,photos\nCoat,Kapital,a.jpg');
const csv = { name: 'closet.csv', data: TABLE };
const zeros = (mebibytes: number) => new Uint8Array(mebibytes * MEBIBYTE);
const photo = (name = 'a.jpg') => ({ name, data: new Uint8Array(100) });

const world = worldForAll();
let marlow: Member;
let closet: ReturnType<typeof openCloset>;
beforeAll(async () => {
  marlow = await world.join('marlow');
  closet = openCloset(world);
});

const HOSTILE: [string, () => Uint8Array, string | RegExp][] = [
  [
    'a bomb',
    () => rawZip([csv, { name: 'a.jpg', data: zeros(40), isDeflated: true }]),
    '“a.jpg” unpacks to far more than it is. Such a ZIP is not read.',
  ],
  [
    'a bomb of many files',
    () =>
      rawZip([
        csv,
        ...Array.from({ length: 10 }, (_, at) => ({
          ...photo(`${at}.jpg`),
          data: randomBytes(300_000),
          isDeflated: true,
          size: 45 * MEBIBYTE,
        })),
      ]),
    'The ZIP unpacks to more than 400 MB. Split it.',
  ],
  [
    'a table that lies about its size',
    () => rawZip([{ ...csv, data: zeros(1), isDeflated: true, size: 100 }]),
    'The ZIP is damaged or incomplete. Make it again.',
  ],
  [
    'a path that leads out',
    () => rawZip([csv, photo('../../etc/a.jpg')]),
    'The ZIP has a file whose path leads out of it. Such a ZIP is not read.',
  ],
  [
    'an absolute path',
    () => rawZip([csv, photo('/etc/a.jpg')]),
    'The ZIP has a file whose path leads out of it. Such a ZIP is not read.',
  ],
  [
    'a link',
    () => rawZip([csv, { name: 'a.jpg', data: Buffer.from('/etc/passwd'), mode: 0o120777 }]),
    'The ZIP has a link or a device in it: “a.jpg”. Leave it out.',
  ],
  [
    'ten thousand files',
    () => rawZip([csv, ...Array.from({ length: 10_000 }, (_, at) => ({ name: `${at}.jpg` }))]),
    'The ZIP has more than 5,000 files in it. Split it.',
  ],
  [
    'names of megabytes',
    () => rawZip([csv, ...Array.from({ length: 100 }, (_, at) => photo(`${'x'.repeat(60_000)}${at}.jpg`))]),
    'The names in the ZIP are too long. Make it again with shorter ones.',
  ],
  [
    'encryption',
    () => rawZip([csv, { ...photo(), isDeflated: true, flags: 1 }]),
    'The ZIP is encrypted. Make one without a password.',
  ],
  [
    'overlapping files',
    () => rawZip([csv, photo(), { ...photo('b.jpg'), sharesWith: 1 }]),
    'Files in the ZIP overlap. Such a ZIP is not read.',
  ],
  [
    'an unknown compression',
    () => rawZip([csv, { ...photo(), method: 99 }]),
    '“a.jpg” is compressed in a way that cannot be read. Make an ordinary ZIP.',
  ],
  [
    'a photo above the limit',
    () => rawZip([csv, { ...photo(), isDeflated: true, size: 51 * MEBIBYTE }]),
    /too large|unpacks to far more/,
  ],
  ['no table', () => rawZip([photo()]), 'The ZIP has no CSV in it. Put the table beside the photos.'],
  [
    'two tables',
    () => rawZip([csv, { ...csv, name: 'other.csv' }]),
    'The ZIP has 2 CSVs in it. Leave one, or call it listings.csv.',
  ],
  [
    'a cut end',
    () => rawZip([csv, photo()]).slice(0, -30),
    'The ZIP is damaged or incomplete. Make it again.',
  ],
  ...['[Content_Types].xml', 'content.xml', 'Index/Document.iwa'].map((name): (typeof HOSTILE)[number] => [
    `the ${name} of a spreadsheet program`,
    () => rawZip([{ name, data: new Uint8Array(9) }, photo()]),
    'This is a file of a spreadsheet program. Save it as CSV, and choose that file.',
  ]),
  ['nothing', () => rawZip([]), 'The ZIP has no CSV in it. Put the table beside the photos.'],
];

describe('an archive', () => {
  test.for(HOSTILE)('with %s gets a sentence', { tags: ['hostile-archives'] }, async ([, make, message]) => {
    const said = await closet.refusal(marlow, make());
    if (typeof message === 'string') expect(said).toBe(message);
    else expect(said).toMatch(message);
    expect(world.temporaryFiles()).toEqual([]);
  });

  test('above 200 MB is refused', async () => {
    const response = await closet.sendTo('preview', marlow, zeros(201));
    expect([response.status, ((await response.json()) as { message: string }).message]).toEqual([
      413,
      'File is too large (max 200MB)',
    ]);
  });

  test('with what systems add is read', async () => {
    const { csv: table, photos } = await goodCloset(1);
    const clutter = { '__MACOSX/._coat-1-1.jpg': new Uint8Array(9), '.DS_Store': new Uint8Array(9) };
    const { rows } = await closet.preview(marlow, zipOf(table, { ...photos, ...clutter }));
    expect(rows).toMatchObject([{ problems: [], notes: [] }]);
  });

  test('whose photo is damaged starts no import', async () => {
    const { csv: table, photos } = await goodCloset(1);
    const file = zipOf(table, photos);
    const at = Buffer.from(file).indexOf('coat-1-1.jpg') + 40;
    file[at] = (file[at] ?? 0) ^ 255;
    const { match } = await closet.preview(marlow, file);
    const response = await closet.sendTo('imports', marlow, file, match);
    expect([
      response.status,
      await (await world.call('GET', '/api/closet/imports', { as: marlow })).json(),
    ]).toEqual([400, []]);
  });
});
