import { type Browser, expect, type Page } from 'playwright/test';
import { phonePhoto, transparentPng } from '../support/data/pictures.ts';
import { signUp } from '../support/people/account.ts';
import { violationsOn } from './axe.ts';
import { openAccount, openAs, openBrowser, sendMessage, type WatchedBrowser, widths } from './people.ts';
import { prepareProduct } from './product.ts';
import { test } from './test.ts';

const product = prepareProduct();
let seller: Awaited<ReturnType<typeof signUp>>;
let buyer: Awaited<ReturnType<typeof signUp>>;
let buyerName: string;
let listingId: string;

test.beforeAll(async () => {
  seller = await signUp(product.url, 'seller');
  buyer = await signUp(product.url, 'buyer');
  buyerName = (await buyer.call<{ username: string }>('GET', '/api/auth/user')).username;
  await seller.list(await transparentPng(), 'Ring coat');
  listingId = (await seller.list(await phonePhoto())).id;
});

interface Screen {
  name: string;
  path: () => string;
  isSignedIn?: boolean;
  /** Visible when the screen is ready. */
  sign: (page: Page) => ReturnType<Page['getByText']>;
  open?: (page: Page) => Promise<void>;
}

/** Screens that no flow visits; the flows check the others. */
const screens: Screen[] = [
  {
    name: 'the page about the contract',
    path: () => '/api/docs',
    sign: (page) => page.getByRole('heading', { name: 'Schemas' }),
  },
  {
    name: 'home with filters on',
    path: () => '/?category=Outerwear&maxPrice=500&sold=false&sort=newest',
    sign: (page) => page.getByText('Up to $500'),
  },
  { name: 'empty search', path: () => '/?brand=nobody', sign: (page) => page.getByText('No listings found') },
  {
    name: 'a forgotten password',
    path: () => '/reset-password',
    sign: (page) => page.getByText('Reset your password'),
  },
  {
    name: 'listing',
    path: () => `/listing/${listingId}`,
    sign: (page) => page.getByText('Sign In to Message'),
  },
  {
    name: 'missing listing',
    path: () => '/listing/nothing',
    sign: (page) => page.getByText('Listing Not Found'),
  },
  { name: 'unknown page', path: () => '/nothing', sign: (page) => page.getByText('Page not found') },
  {
    name: 'two-step sign-in in the settings',
    path: () => `/profile/${buyerName}`,
    isSignedIn: true,
    open: async (page) => {
      await openAccount(page, 'Two-step');
      await page.getByRole('button', { name: 'Turn On' }).click();
    },
    sign: (page) => page.getByAltText('QR code for your authenticator app'),
  },
];

type Scheme = 'light' | 'dark';
const windows = new Map<string, WatchedBrowser>();

/** A window for a visitor or the buyer, shared by the screens. */
async function windowOf(
  browser: Browser,
  isSignedIn: boolean,
  width: number,
  scheme: Scheme,
): Promise<WatchedBrowser> {
  const key = `${isSignedIn} ${width}`;
  const known = windows.get(key);
  if (known) return known;
  const opened = await openBrowser(browser, product.url, width);
  windows.set(key, opened);
  await opened.page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
  if (isSignedIn) {
    await openAs(opened.page, buyer.email);
  }
  return opened;
}

async function problemsOn(browser: Browser, screen: Screen, width: number, scheme: Scheme) {
  const { page } = await windowOf(browser, screen.isSignedIn === true, width, scheme);
  await page.goto(screen.path());
  await screen.open?.(page);
  await expect(screen.sign(page).first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth), 'width').toBe(width);
  return violationsOn(page);
}

for (const screen of screens) {
  for (const width of widths(390)) {
    const scheme = width === 390 ? 'dark' : 'light';
    test(`${screen.name} passes the accessibility checks, ${width} pixels wide, ${scheme}`, async ({
      browser,
    }) => {
      expect(await problemsOn(browser, screen, width, scheme)).toEqual([]);
    });
  }
}

for (const width of widths(390)) {
  test(`at ${width} px a dialog makes the page inert`, async ({ browser }) => {
    const { page } = await openBrowser(browser, product.url, width);
    await openAs(page, buyer.email, `/listing/${listingId}`);
    const root = page.locator('#root');
    const more = page.getByRole('button', { name: 'More actions' }).first();
    await more.click();
    await page.getByRole('menuitem', { name: 'Report Listing' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expect(root).toHaveAttribute('inert');
    expect(await violationsOn(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(root).not.toHaveAttribute('inert');
    await expect(more).toBeFocused();
  });

  test(`at ${width} px a thread has ordered headings`, async ({ browser }) => {
    const { page } = await openBrowser(browser, product.url, width);
    await openAs(page, buyer.email, `/listing/${listingId}`);
    await expect(page.getByRole('search', { name: 'Listing search' })).toBeVisible();
    await page.getByRole('button', { name: /^Message Seller/ }).click();
    await sendMessage(page, `Hello from ${width} px`);
    await expect(page.getByText('Sent', { exact: true })).toBeVisible();
    const heading = page.getByRole('dialog').getByRole('heading', { name: /^user/ });
    expect(await heading.evaluate(({ tagName }) => tagName)).toBe(width === 390 ? 'H2' : 'H3');
    await page.getByRole('dialog').getByRole('button', { name: 'More actions' }).last().click();
    await expect(page.getByRole('menuitem', { name: 'Report User' })).toBeVisible();
    expect(await violationsOn(page)).toEqual([]);
    await page.keyboard.press('Escape');
    if (width === 390) await page.getByRole('button', { name: 'Back to conversations' }).click();
    await expect(page.getByRole('search', { name: 'Message search' })).toBeVisible();
  });
}

test('the page stays inert until the last dialog closes', async ({ browser }) => {
  const { page } = await openBrowser(browser, product.url);
  await openAs(page, buyer.email, '/messages');
  await page.getByRole('dialog').getByText('Hello from').first().click();
  const messages = page.getByRole('dialog', { name: 'Messages', includeHidden: true });
  await messages.getByRole('button', { name: 'More actions' }).last().click();
  await page.getByRole('menuitem', { name: 'Report User' }).click();
  await expect(page.getByRole('dialog', { name: /Report/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: /Report/ })).toHaveCount(0);
  await expect(page.locator('#root')).toHaveAttribute('inert');
  await page.keyboard.press('Escape');
  await expect(page.locator('#root')).not.toHaveAttribute('inert');
});
