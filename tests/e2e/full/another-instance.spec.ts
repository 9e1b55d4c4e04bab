import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from 'playwright/test';
import { iconSvg, logoSvg } from '../../support/data/brand-pictures.ts';
import { phonePhoto } from '../../support/data/pictures.ts';
import { PASSWORD, signUp } from '../../support/people/account.ts';
import { runOperator } from '../../support/people/run-operator.ts';
import { changeTo } from '../../support/servers/features.ts';
import { expectNoViolations, recolour } from '../axe.ts';
import { look } from '../look.ts';
import { openAs, openBrowser } from '../people.ts';
import { prepareProduct } from '../product.ts';
import { test } from '../test.ts';

const product = prepareProduct();
const RULES = '# Be kind\n\nNo **fakes**: see [the list](https://tide.example/list).\n\n- one\n- two';
const OLD_NAME = /selvedge/i;

/** The texts of a page, with those of its attributes that people hear or see. */
const textsOf = (page: Page) =>
  page.evaluate(() => {
    const labels = [...document.querySelectorAll('[aria-label],[alt],[title],[placeholder]')].flatMap(
      (element) =>
        ['aria-label', 'alt', 'title', 'placeholder'].map((name) => element.getAttribute(name) ?? ''),
    );
    return [document.title, document.body.innerText, ...labels].join('\n');
  });

test.describe('an instance of its own', () => {
  let listing = '';
  let email = '';
  let username = '';
  test.beforeAll(async () => {
    const seller = await signUp(product.url, 'odile');
    email = seller.email;
    ({ username } = await seller.call<{ username: string }>('GET', '/api/auth/user'));
    listing = (await seller.list(await phonePhoto())).id;
    await changeTo(
      { DATA_DIR: product.dataDir },
      {
        ...{ name: 'Tide', tagline: 'Clothes that come back', accent: '#0b5563', contact: 'hi@tide.example' },
        ...{ about: 'We are **Tide**.', rules: RULES, imprint: 'Tide Ltd.', privacy: 'Little is stored.' },
      },
    );
    // Readable on a light ground only.
    for (const [key, file] of Object.entries({ logo: logoSvg('#0a3540'), icon: iconSvg() })) {
      const path = join(product.dataDir, `${key}.svg`);
      writeFileSync(path, await file.text());
      const set = await runOperator(['instance', 'set', key, path], { DATA_DIR: product.dataDir });
      expect(set).toMatchObject({ code: 0, errors: '' });
    }
    await expect.poll(async () => (await fetch(product.url)).text()).toMatch(/<title>Tide.*\/icon-/s);
  });

  for (const width of [1280, 390]) {
    test(`names itself on every screen, ${width} pixels wide`, async ({ browser }) => {
      const { page } = await openBrowser(browser, product.url, width);
      const visit = async (path: string) => {
        await page.goto(path);
        // The messages cover it.
        await expect(page.getByRole('link', { name: 'Tide, home', includeHidden: true })).toBeAttached();
        await page.waitForLoadState('networkidle');
        const logo = page.locator('.wordmark img');
        await expect(logo).toHaveAttribute('alt', 'Tide');
        // Loaded, as high as the bar allows, and on a ground where the dark page would swallow it.
        expect(await logo.evaluate((image: HTMLImageElement) => image.naturalHeight)).toBe(128);
        const { height } = (await logo.boundingBox()) ?? {};
        expect(height, path).toBeGreaterThanOrEqual(24);
        expect(height, path).toBeLessThanOrEqual(32);
        for (const [scheme, ground] of [
          ['dark', 'rgb(255, 255, 255)'],
          ['light', 'rgba(0, 0, 0, 0)'],
        ] as const) {
          await recolour(page, scheme);
          await expect(logo).toHaveCSS('background-color', ground);
        }
        const allowed = path === '/about' ? /Powered by Selvedge/ : /$^/;
        expect((await textsOf(page)).replace(allowed, ''), path).not.toMatch(OLD_NAME);
        await look(page, `tide-${/\w+/.exec(path)?.[0] ?? 'home'}`);
      };
      for (const path of ['/', '/wtb', '/about', '/rules', '/imprint', '/privacy', '/login', '/nowhere'])
        await visit(path);
      await visit(`/listing/${listing}`);
      await visit(`/profile/${username}`);

      await page.goto('/imprint');
      await expect(page.getByRole('main').getByRole('link', { name: 'hi@tide.example' })).toBeVisible();
      await page.getByRole('contentinfo').getByRole('link', { name: 'Rules' }).click();
      await expect(page.getByRole('heading', { level: 2, name: 'Be kind' })).toBeVisible();
      await expect(page.getByRole('link', { name: 'the list' })).toHaveAttribute('rel', 'noopener nofollow');
      await page.goto('/login');
      const button = page.getByRole('button', { name: 'Sign In', exact: true });
      await expect(button).toHaveCSS('background-color', 'rgb(11, 85, 99)');
      await openAs(page, email);
      for (const path of ['/messages', '/deals', '/?settings=notifications']) await visit(path);
      await page.context().close();
    });
  }

  test('a newcomer signs up after agreeing to the rules', async ({ browser }) => {
    const { page } = await openBrowser(browser, product.url);
    await page.goto('/login');
    await expect(page.getByRole('checkbox')).toHaveCount(0);
    await page.getByRole('button', { name: 'Sign Up' }).click();
    await page.getByLabel('E-mail').fill('newcomer@example.com');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
    const agree = page.getByRole('checkbox', { name: /^I have read the rules/ });
    await expect(agree).toBeFocused();
    await expect(page.getByText('Sign up successful!')).toHaveCount(0);
    await expectNoViolations(page);
    await agree.check();
    await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
    await expect(
      page.getByText('Sign up successful!').or(page.getByRole('button', { name: 'Account' })),
    ).toBeVisible();
  });
});
