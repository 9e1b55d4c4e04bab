import { type Browser, expect, type Page } from 'playwright/test';
import { phonePhoto, transparentPng } from '../support/data/pictures.ts';
import { signUp } from '../support/people/account.ts';
import { violationsOn } from './axe.ts';
import { openAccount, openAs, openBrowser, type WatchedBrowser } from './people.ts';
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

/** Screens that no flow visits; the flows examine the others. */
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
  return violationsOn(page);
}

for (const screen of screens) {
  test(`${screen.name} passes the accessibility checks, wide and narrow, light and dark`, async ({
    browser,
  }) => {
    expect(await problemsOn(browser, screen, 1280, 'light')).toEqual([]);
    expect(await problemsOn(browser, screen, 390, 'dark')).toEqual([]);
  });
}
