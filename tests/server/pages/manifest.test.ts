import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { readConfig } from '../../../server/src/config.ts';
import { openDatabase } from '../../../server/src/db/open.ts';
import { createApp } from '../../../server/src/http/app.ts';
import { createLog } from '../../../server/src/observability/log.ts';
import { serveWeb } from '../../../server/src/pages/serve-web.ts';
import { createDatabase } from '../../support/servers/database.ts';
import { settingsWith } from '../../support/servers/features.ts';
import { PASSWORDS_ONLY } from '../../support/servers/site.ts';

interface Icon {
  src: string;
  sizes: string;
  type: string;
  purpose: string;
}

test('the web manifest has icons in every size launchers need, served with matching type and size', async () => {
  const { url, remove } = await createDatabase('sqlite');
  const log = createLog('error');
  const db = await openDatabase(url, log);
  const app = createApp(log);
  // This folder is copied unchanged into the built client.
  const dist = fileURLToPath(new URL('../../../web/public', import.meta.url));
  serveWeb(app, {
    ...{ config: readConfig({}), db, dist },
    settings: { current: () => settingsWith() },
    isSettingUp: async () => false,
    identity: PASSWORDS_ONLY,
  });

  const response = await app.request('/manifest.webmanifest');
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
    const icon = await app.request(src);
    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, type]);
    const picture = sharp(await icon.arrayBuffer());
    const { width, height } = await picture.metadata();
    expect(`${width}x${height}`).toBe(sizes);
    // Maskable icons are cropped to any shape and must be opaque.
    if (purpose === 'maskable') expect((await picture.stats()).isOpaque).toBe(true);
  }
  expect((await app.request('/favicon.svg')).headers.get('content-type')).toMatch(/^image\/svg\+xml/);
  expect((await app.request('/icons/another.png')).status).toBe(404);
  await db.close();
  await remove();
});
