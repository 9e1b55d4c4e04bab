import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, expect } from 'playwright/test';
import { iconSvg, logoPng, logoSvg } from '../../support/data/brand-pictures.ts';
import { signUp } from '../../support/people/account.ts';
import { makeAdmin } from '../../support/people/make-admin.ts';
import { look } from '../look.ts';
import { openAs, openBrowser, pressEnter } from '../people.ts';
import { prepareProduct } from '../product.ts';
import { test } from '../test.ts';

const product = prepareProduct();

async function put(name: string, file: Blob): Promise<string> {
  const path = join(product.dataDir, name);
  writeFileSync(path, new Uint8Array(await file.arrayBuffer()));
  return path;
}

async function openForm(browser: Browser, name: string, width: number) {
  const admin = await signUp(product.url, name);
  const { username } = await admin.call<{ username: string }>('GET', '/api/auth/user');
  await makeAdmin({ DATA_DIR: product.dataDir }, username);
  const { page } = await openBrowser(browser, product.url, width);
  await openAs(page, admin.email, '/admin?tab=instance');
  return { admin, page, form: page.getByRole('form', { name: 'Instance' }) };
}

for (const width of [1280, 390]) {
  test(`an admin sets a logo by keyboard, ${width} pixels`, async ({ browser }) => {
    const { admin, page, form } = await openForm(browser, `painter${width}`, width);
    await form.getByLabel('Tagline').fill(`Clothes with a past, ${width}`);

    let chosen = '';
    // One listener for the whole test: a new one is not yet in place when a key is pressed.
    page.on('filechooser', (chooser) => void chooser.setFiles(chosen));
    const choose = async (picture: 'Logo' | 'Icon', path: string) => {
      chosen = path;
      const button = form.getByRole('button', { name: `Choose ${picture}` });
      await pressEnter(button);
      await expect(button).toBeFocused();
    };
    const logo = form.getByRole('group', { name: 'Logo' });
    const icon = form.getByRole('group', { name: 'Icon' });
    await choose('Logo', await put('small.png', await logoPng(300, 20)));
    await expect(logo.getByRole('alert')).toHaveText(
      'This logo is only 20 pixels high. Please choose one at least 64 pixels high, or an SVG.',
    );
    await look(page, 'instance-refused');

    await choose('Logo', await put('mark.svg', logoSvg('#1f2d47')));
    await expect(page.getByText('The logo was changed.')).toBeVisible();
    await expect(logo.getByRole('alert')).toBeEmpty();
    await expect(logo.locator('img')).toHaveCount(2);
    await choose('Icon', await put('icon.svg', iconSvg()));
    await expect(page.getByText('The icon was changed.')).toBeVisible();
    await look(page, 'instance');

    // Nothing of what was typed is lost, and it can still be saved.
    await expect(form.getByLabel('Tagline')).toHaveValue(`Clothes with a past, ${width}`);
    await form.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByText('The settings were saved.')).toBeVisible();
    await page.reload();
    await expect(form.getByLabel('Tagline')).toHaveValue(`Clothes with a past, ${width}`);
    await expect(page.getByRole('banner').getByRole('img', { name: 'Selvedge' })).toBeVisible();

    for (const [picture, group] of [
      ['Logo', logo],
      ['Icon', icon],
    ] as const) {
      await pressEnter(group.getByRole('button', { name: `Remove ${picture}` }));
      await expect(page.getByText(`The ${picture.toLowerCase()} was removed.`)).toBeVisible();
      await expect(group.getByRole('button', { name: `Choose ${picture}` })).toBeFocused();
      await expect(group.getByRole('button')).toHaveCount(1);
    }
    await page.reload();
    await expect(form.getByLabel('Tagline')).toHaveValue(`Clothes with a past, ${width}`);
    await expect(page.getByRole('banner').getByRole('img')).toHaveCount(0);
    await admin.call('PATCH', '/api/admin/instance', { tagline: null });
  });
}

test('changes saved during a logo upload stay', async ({ browser }) => {
  const { page, form } = await openForm(browser, 'hurried', 1280);
  const before = await form.getByLabel('Tagline').inputValue();
  const [logo, icon] = [form.getByRole('group', { name: 'Logo' }), form.getByRole('group', { name: 'Icon' })];
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/admin/instance/logo', async (route) => {
    await isReleased;
    await route.continue();
  });
  await logo.locator('input').setInputFiles(await put('slow.svg', logoSvg()));
  await icon.locator('input').setInputFiles(await put('quick.svg', iconSvg()));
  await expect(page.getByText('The icon was changed.')).toBeVisible();
  await form.getByLabel('Tagline').fill('Meanwhile');
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('The settings were saved.')).toBeVisible();
  release();
  await expect(page.getByText('The logo was changed.')).toBeVisible();
  await expect(icon.getByRole('button', { name: 'Remove Icon' })).toBeVisible();
  await expect(logo.getByRole('button', { name: 'Remove Logo' })).toBeVisible();

  // The earlier tagline is a change again.
  await form.getByLabel('Tagline').fill(before);
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await saved;
  await page.reload();
  await expect(form.getByLabel('Tagline')).toHaveValue(before);
});
