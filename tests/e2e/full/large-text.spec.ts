import { expect } from 'playwright/test';
import { createScene, type Scene } from '../dialog-scene.ts';
import { dialogs } from '../dialogs.ts';
import { prepareWithDiscord } from '../discord-product.ts';
import { misfitsOf } from '../fit.ts';
import { pages } from '../pages.ts';
import { createPhones } from '../phones.ts';
import { stockSettings } from '../stock-settings.ts';
import { test } from '../test.ts';

const { product, addressOf } = await prepareWithDiscord();
let scene: Scene;
test.beforeAll(async () => {
  scene = await createScene(product);
  await stockSettings(scene, addressOf('finds'));
  await scene.me.call('PATCH', '/api/admin/instance', { name: 'Selvedge of the Twelve Neighbourhoods' });
});
const phoneOf = createPhones(
  () => product.url,
  () => scene,
);

const slug = (text: string) => text.replace(/\W+/g, '-');

for (const [number, { as, path, open, sign }] of pages.entries()) {
  const where = String(path).replace(/^.*=> /, '');
  test(`page ${number + 1}, ${where} (${as ?? 'member'}), fits at every size`, async ({ browser }) => {
    const page = await phoneOf(browser, as);
    await page.goto(path(scene));
    await open?.(page, scene);
    await expect(sign(page)).toBeVisible();
    expect(await misfitsOf(page, `${number + 1}-${slug(where)}`, scene.names)).toEqual([]);
  });
}

for (const [at, { as, name, file, path, open }] of dialogs.entries()) {
  test(`dialog ${at + 1}, ${String(name)} (${file}, ${as ?? 'member'}), fits every size`, async ({
    browser,
  }) => {
    const page = await phoneOf(browser, as);
    await page.goto(path(scene));
    await open?.(page, scene);
    await expect(page.getByRole('dialog', { name, exact: true })).toBeVisible();
    expect(await misfitsOf(page, slug(`${at + 1}-${String(name)}-${file}`), scene.names)).toEqual([]);
  });
}
