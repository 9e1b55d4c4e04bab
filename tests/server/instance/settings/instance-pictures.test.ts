import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InstanceSettings } from '@selvedge/shared/instance/instance-settings';
import type { LogEntry } from '@selvedge/shared/safety/reports';
import sharp from 'sharp';
import { afterEach, describe, expect, test } from 'vitest';
import type { Actor } from '../../../../server/src/platform/core/actor.ts';
import { createDiskStore } from '../../../../server/src/platform/media/disk-store.ts';
import { createS3Store } from '../../../../server/src/platform/media/s3-store.ts';
import { sweepUnused } from '../../../../server/src/platform/media/sweep.ts';
import { sweepOrphans } from '../../../../server/src/platform/media/sweep-orphans.ts';
import { createLog } from '../../../../server/src/platform/observability/log.ts';
import { readSettings } from '../../../../server/src/platform/settings/settings.ts';
import { iconSvg, logoPng, logoSvg, opaquePng } from '../../../support/data/brand-pictures.ts';
import { phonePhoto } from '../../../support/data/pictures.ts';
import { startS3 } from '../../../support/peers/s3.ts';
import { runOperator } from '../../../support/people/run-operator.ts';
import { describeOnEngines, engines } from '../../../support/servers/database.ts';
import { nodesUnavailable, startTwoNodes } from '../../../support/servers/nodes.ts';
import { makeTempDir } from '../../../support/servers/temp.ts';
import { openWorld, startWorld, type World, type WorldOptions } from '../../../support/world.ts';

const APPLIED = { timeout: 60_000 };
const PATH = '/api/admin/instance';
const DAY = 86_400_000;

const formWith = (file: Blob, name: string, field = 'image') => {
  const form = new FormData();
  form.set(field, file, name);
  return form;
};

describeOnEngines('the logo and the icon of an instance', ({ engine }) => {
  async function open(options: WorldOptions = {}) {
    const shop = await openWorld({ engine, ...options });
    return { shop, admin: await shop.join('admin', { isAdmin: true }) };
  }
  const send = (shop: World, as: Actor, picture: string, file: Blob, name = 'mark.svg') =>
    shop.call('POST', `${PATH}/${picture}`, { as, body: formWith(file, name) });
  const setTo = async (shop: World, as: Actor, picture: 'logo' | 'icon', file: Blob) =>
    ((await (await send(shop, as, picture, file)).json()) as InstanceSettings)[picture];
  const mediaOf = ({ dataDir }: World) => createDiskStore(join(dataDir, 'media'));

  test('are stored in every size', async () => {
    const { shop, admin } = await open();
    const logo = await setTo(shop, admin, 'logo', logoSvg());
    const icon = await setTo(shop, admin, 'icon', iconSvg());
    expect(logo).toMatch(/^\/media\/instance\/logo-\d{13}-[0-9a-f]{32}-469x128-any\.png$/);
    expect(icon).toMatch(/^\/media\/instance\/icon-\d{13}-[0-9a-f]{32}-512\.png$/);
    expect(await readSettings(shop.db)).toMatchObject({ logo, icon });
    const sized = (size: string) => icon.replace('-512.png', `-${size}.png`);
    const files: [string, number][] = [
      [logo, 469],
      [logo.replace('.png', '-share.png'), 1200],
      ...['32', '180', '192', '512'].map((side): [string, number] => [sized(side), Number(side)]),
      [sized('maskable-192'), 192],
      [sized('maskable-512'), 512],
    ];
    for (const [address, width] of files) {
      const response = await shop.call('GET', address);
      expect(Object.fromEntries(response.headers), address).toMatchObject({
        'content-type': 'image/png',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "sandbox; default-src 'none'",
        'cross-origin-resource-policy': 'cross-origin',
      });
      expect(await sharp(await response.arrayBuffer()).metadata(), address).toMatchObject({
        ...{ format: 'png', width },
      });
    }
    expect((await shop.call('GET', sized('33'))).status).toBe(404);
  });

  test('are replaced with a log entry', async () => {
    const { shop, admin } = await open();
    const first = await setTo(shop, admin, 'logo', logoSvg());
    const second = await setTo(shop, admin, 'logo', await logoPng());
    expect(existsSync(join(shop.dataDir, first))).toBe(true);
    await sweepUnused(shop.db, mediaOf(shop), new Date(Date.now() + DAY + 1_000));
    // Old mails show the present one.
    expect((await shop.call('GET', first)).headers.get('location')).toBe(second);
    expect(existsSync(join(shop.dataDir, second))).toBe(true);

    for (let i = 0; i < 2; i += 1) {
      const removed = await shop.call('DELETE', `${PATH}/logo`, { as: admin });
      expect(await removed.json()).toMatchObject({ logo: '', icon: '' });
    }
    await sweepUnused(shop.db, mediaOf(shop), new Date(Date.now() + DAY + 1_000));
    expect((await shop.call('GET', second)).status).toBe(404);
    expect((await shop.call('GET', second.replace('.png', '-share.png'))).status).toBe(404);
    const log = (await (await shop.call('GET', '/api/admin/log', { as: admin })).json()) as LogEntry[];
    expect(log.map(({ admin: by, note }) => [by?.username, note])).toEqual([
      ['admin', `logo: ${second} → none`],
      ['admin', `logo: ${first} → ${second}`],
      ['admin', `logo: none → ${first}`],
    ]);
    expect(shop.temporaryFiles()).toEqual([]);
  });

  test('stay when their admin deletes the account', async () => {
    const { shop, admin } = await open();
    const icon = await setTo(shop, admin, 'icon', iconSvg());
    await shop.db.transact((tx) => shop.product.uploads.personalData.erase(tx, admin.id));
    await sweepUnused(shop.db, mediaOf(shop), new Date(Date.now() + 2 * DAY));
    expect(await sweepOrphans({ db: shop.db, store: mediaOf(shop) }, new Date(Date.now() + 2 * DAY))).toBe(0);
    for (const size of ['32', '180', '192', '512', 'maskable-192', 'maskable-512'])
      expect((await shop.call('GET', icon.replace('-512', `-${size}`))).status).toBe(200);
  });

  test('are refused with a reason', async () => {
    const { shop, admin } = await open();
    const logo = await setTo(shop, admin, 'logo', logoSvg());
    const large = new Blob([new Uint8Array(2 * 1024 * 1024 + 1)]);
    for (const [file, status, message] of [
      [
        await phonePhoto({ width: 90, height: 120 }),
        415,
        'Please choose a PNG, WebP or SVG picture as the logo.',
      ],
      [await logoPng(300, 20), 400, /^This logo is only 20 pixels high\./],
      [large, 413, /too large \(max 2MB\)$/],
    ] as const) {
      const response = await send(shop, admin, 'logo', file);
      expect(response.status).toBe(status);
      expect(await response.json()).toMatchObject({ message: expect.stringMatching(message) });
    }
    const wrongField = await shop.call('POST', `${PATH}/logo`, {
      as: admin,
      body: formWith(logoSvg(), 'mark.svg', 'logo'),
    });
    expect(wrongField.status).toBe(400);
    const patched = await shop.call('PATCH', PATH, { as: admin, json: { logo } });
    expect(await patched.json()).toMatchObject({ issues: [{ message: 'Unknown field "logo"' }] });
    expect((await readSettings(shop.db)).logo).toBe(logo);
    expect(shop.temporaryFiles()).toEqual([]);
  });

  test('are stored in a bucket', async () => {
    const s3 = await startS3();
    try {
      const settings = s3.settings();
      const { shop, admin } = await open({ env: s3.env(settings.endpoint) });
      const icon = await setTo(shop, admin, 'icon', await opaquePng(400, 400));
      expect(s3.objects()).toHaveLength(6);
      expect((await shop.call('GET', icon)).status).toBe(200);
      await shop.call('DELETE', `${PATH}/icon`, { as: admin });
      const store = createS3Store(settings, createLog('error'));
      await sweepUnused(shop.db, store, new Date(Date.now() + DAY + 1_000));
      expect(s3.objects()).toEqual([]);
    } finally {
      await s3.close();
    }
  });
});

describe.each(engines())('a logo and an icon set by the operator (%s)', (engine) => {
  let server: World;
  const dir = makeTempDir();
  afterEach(() => server.close());
  const put = async (file: Blob, name: string) => {
    const path = join(dir.path, name);
    writeFileSync(path, new Uint8Array(await file.arrayBuffer()));
    return path;
  };
  const textOf = async (path: string) => (await fetch(server.url + path)).text();

  test('apply to a running server', async () => {
    server = await startWorld({ engine });
    const set = (key: string, value: string) => runOperator(['instance', 'set', key, value], server.env);
    const get = async (key: string) => (await runOperator(['instance', 'get', key], server.env)).output;
    const mark = await put(logoSvg(), 'mark.svg');
    expect(await set('logo', mark)).toMatchObject({
      code: 0,
      output: `logo is ${mark} now. A running server applies it within seconds.`,
    });
    const first = await get('logo');
    await expect.poll(() => textOf('/about'), APPLIED).toContain(`src="${first}"`);
    await set('logo', await put(await logoPng(), 'mark.png'));
    const second = await get('logo');
    await expect.poll(() => textOf('/about'), APPLIED).toContain(`src="${second}"`);
    await set('icon', await put(iconSvg(), 'icon.svg'));
    const icon = await get('icon');
    await expect.poll(() => textOf('/about'), APPLIED).toContain(icon.replace('-512', '-32'));

    const store = createDiskStore(join(server.dataDir, 'media'));
    await sweepUnused(server.db, store, new Date(Date.now() + 2 * DAY));
    const lead = async (path: string) => {
      const { status, headers } = await fetch(server.url + path, { redirect: 'manual' });
      // Browsers also check it on a redirect.
      const policy = path.startsWith('/media/') && status === 302 ? 'cross-origin' : 'same-origin';
      expect(headers.get('cross-origin-resource-policy'), path).toBe(policy);
      return [status, headers.get('location'), headers.get('cache-control')];
    };
    expect(await lead(first)).toEqual([302, second, 'no-cache']);
    expect(await lead(first.replace('.png', '-share.png'))).toEqual([
      ...[302, second.replace('.png', '-share.png'), 'no-cache'],
    ]);
    const older = icon.replace(/\d{13}/, '1700000000000');
    expect(await lead(older.replace('-512', '-maskable-192'))).toEqual([
      ...[302, icon.replace('-512', '-maskable-192'), 'no-cache'],
    ]);
    expect(await lead('/favicon.ico')).toEqual([302, icon.replace('-512', '-32'), 'no-cache']);
    expect(await lead('/apple-touch-icon.png')).toEqual([302, icon.replace('-512', '-180'), 'no-cache']);
    expect(await lead('/icons/notification.png')).toEqual([302, icon.replace('-512', '-192'), 'no-cache']);

    for (const key of ['logo', 'icon'])
      expect(await set(key, '')).toMatchObject({
        code: 0,
        output: expect.stringContaining('the default now'),
      });
    await expect.poll(() => textOf('/about'), APPLIED).not.toContain('/media/instance/');
    expect((await lead(first))[0]).toBe(404);
    for (const path of ['/favicon.ico', '/apple-touch-icon.png', '/icons/notification.png'])
      expect((await lead(path)).slice(0, 2)).toEqual([302, '/icons/mark-192.png']);
  });

  test('are refused as by the form', async () => {
    server = await startWorld({ engine });
    const photo = await put(await phonePhoto({ width: 90, height: 120 }), 'mark.png');
    const large = await put(new Blob([new Uint8Array(2 * 1024 * 1024 + 1)]), 'large.png');
    for (const [value, errors] of [
      [photo, 'Please choose a PNG, WebP or SVG picture as the logo.'],
      [large, `${large} is too large (max 2MB)`],
      [join(dir.path, 'none.png'), `There is no file ${join(dir.path, 'none.png')}.`],
      [dir.path, `There is no file ${dir.path}.`],
    ] as const)
      expect(await runOperator(['instance', 'set', 'logo', value], server.env)).toMatchObject({
        code: 1,
        errors,
      });
    expect((await readSettings(server.db)).logo).toBe('');
  });
});

test.skipIf(nodesUnavailable !== null)('every node shows a new logo', async () => {
  const dir = makeTempDir();
  const { one, other, close } = await startTwoNodes({ DATA_DIR: dir.path });
  try {
    const path = join(dir.path, 'mark.svg');
    writeFileSync(path, await logoSvg().text());
    const env = { DATA_DIR: dir.path, DATABASE_URL: one.databaseUrl };
    expect(await runOperator(['instance', 'set', 'logo', path], env)).toMatchObject({ code: 0 });
    const { logo } = await readSettings(one.db);
    for (const { url } of [one, other]) {
      const page = () => fetch(`${url}/about`).then((response) => response.text());
      await expect.poll(page, APPLIED).toContain(`src="${logo}"`);
      expect((await fetch(url + logo)).status).toBe(200);
    }
  } finally {
    await close();
    dir.remove();
  }
});
