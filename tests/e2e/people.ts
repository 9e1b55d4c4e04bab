import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type Locator,
  type Page,
  test,
} from 'playwright/test';
import { runOut } from '../support/people/run-out.ts';
import { watchErrors } from './browser-errors.ts';

export const PASSWORD = 'raw denim, soaked once';
/** Where the page stores the session. */
export const SESSION_KEY = 'selvedge-auth';

/** All mails to an address, newest last. */
function mailsTo(dataDir: string, to: string): string[] {
  const outbox = join(dataDir, 'outbox');
  if (!existsSync(outbox)) return [];
  return readdirSync(outbox)
    .sort()
    .map((name) => readFileSync(join(outbox, name), 'utf8'))
    .filter((mail) => mail.includes(to));
}

/** The newest code mailed to an address; '' while there is none. */
export const codeInMail = (dataDir: string, to: string): string =>
  mailsTo(dataDir, to)
    .flatMap((mail) => /^(\d{6})\r?$/m.exec(mail)?.[1] ?? [])
    .at(-1) ?? '';

/** The link to a path in the newest mail to an address, decoded as a mail program would. */
export function linkInMail(dataDir: string, to: string, path = '/auth/v1/verify'): string {
  const mails = mailsTo(dataDir, to);
  // Quoted-printable: long lines are broken by "=" and "=" itself is written "=3D".
  const text = (mails.at(-1) ?? '').replace(/=\r?\n/g, '').replaceAll('=3D', '=');
  const link = new RegExp(`http\\S+${path}\\?[^\\s"<]+`).exec(text)?.[0];
  if (!link) throw new Error(`no link was mailed to ${to}`);
  return link.replaceAll('&amp;', '&');
}

export interface WatchedBrowser {
  page: Page;
}

const WIDTHS = [1280, 390] as const;
/** The widths at which a flow is tested: one of them in `npm test`, and both with all tests or when the file is named. */
export const widths = (one: (typeof WIDTHS)[number]): readonly number[] =>
  process.env.SELVEDGE_TEST_DRILLS ? WIDTHS : [one];

export const viewportOf = (width: number) => ({ width, height: width < 768 ? 844 : 900 });

/** The browsers opened by the tests of one file. */
const opened: { file: string; contexts: BrowserContext[] } = { file: '', contexts: [] };

/**
 * Closes the previous file's browsers: their pages would keep requesting a stopped server, and slow down the
 * others.
 */
async function closeOlder(): Promise<void> {
  const { file } = test.info();
  if (opened.file === file) return;
  opened.file = file;
  await Promise.all(opened.contexts.splice(0).map((context) => context.close()));
}

/** A separate browser for one member, watched for unexpected errors. */
export async function openBrowser(
  browser: Browser,
  baseURL: string,
  width = 1280,
  options: Pick<BrowserContextOptions, 'hasTouch' | 'isMobile' | 'permissions'> = {},
): Promise<WatchedBrowser> {
  await closeOlder();
  const context = watchErrors(await browser.newContext({ baseURL, viewport: viewportOf(width), ...options }));
  opened.contexts.push(context);
  return { page: await context.newPage() };
}

/** Removes the service worker, whose cached responses bypass a test's routes. */
export const withoutServiceWorker = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    // An empty page has no `navigator.serviceWorker`.
    if (navigator.serviceWorker)
      navigator.serviceWorker.register = () => Promise.reject(new Error('there is none'));
  });

/** Signs up on the page, follows the mailed link, and signs in. */
export async function signUpAs(page: Page, dataDir: string, email: string): Promise<void> {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible();
  await page.getByLabel('E-mail', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.locator('form').getByRole('button', { name: 'Sign Up', exact: true }).click();
  await expect(page.getByText('Please check your email to verify your account.').first()).toBeVisible();

  await expect(() => linkInMail(dataDir, email)).toPass();
  await page.goto(linkInMail(dataDir, email));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.waitForURL(/\/login/);
  await signIn(page, email);
}

export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('E-mail', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.locator('form').getByRole('button', { name: 'Sign In', exact: true }).click();
  // A restored form may already cover it.
  await expect(page.getByRole('button', { name: /^Messages/, includeHidden: true })).toBeVisible();
}

/** Signs in and opens a page, for tests that are not about the sign-in form. */
export async function openAs(page: Page, email: string, path = '/'): Promise<void> {
  const credentials = { email, password: PASSWORD };
  const answer = await page.request.post('/auth/v1/token?grant_type=password', { data: credentials });
  expect(answer.status()).toBe(200);
  const localStorage = [{ name: SESSION_KEY, value: await answer.text() }];
  const { origin } = new URL(answer.url());
  await page.context().setStorageState({ cookies: [], origins: [{ origin, localStorage }] });
  await page.goto(path);
  await expect(page.getByRole('button', { name: /^Messages/, includeHidden: true })).toBeVisible();
}

/** Lets a member's session run out, which is open on this page. @param env the settings of the instance */
export async function runOutOn(page: Page, env: Record<string, string>, userId: string): Promise<void> {
  // The client takes a token of the last minute for one that cannot have run out.
  await page.evaluate((key) => {
    const session = JSON.parse(localStorage.getItem(key) ?? '{}') as { expires_at: number };
    session.expires_at -= 300;
    localStorage.setItem(key, JSON.stringify(session));
  }, SESSION_KEY);
  await runOut(env, userId);
}

/** Presses Enter on a button once it can be pressed: a disabled one takes no focus, and the key would go elsewhere. */
export async function pressEnter(button: Locator): Promise<void> {
  await expect(button).toBeEnabled();
  await button.press('Enter');
}

/** Chooses an item of the account menu. */
export const chooseFromMenu = async (page: Page, item: string) => {
  await page.getByRole('button', { name: /^Account menu for / }).click();
  await page.getByRole('menuitem', { name: item }).click();
};

/** Opens a tab of the account settings. */
export const openAccount = async (page: Page, tab: string) => {
  await chooseFromMenu(page, 'Account');
  await page.getByRole('tab', { name: tab }).click();
};

/** Answers the question that a new member gets once, before anything of theirs is sent. */
export const keepUsername = (page: Page): Promise<void> =>
  page.getByRole('dialog', { name: 'Choose a Username' }).getByRole('button', { name: 'Keep' }).click();

/** Types a message into the open thread and sends it. */
export async function sendMessage(page: Page, text: string): Promise<void> {
  await page.getByLabel('Message', { exact: true }).fill(text);
  await page.getByLabel('Message', { exact: true }).press('Enter');
}

/** The texts of the open thread from top to bottom. */
export const textsIn = (page: Page): Promise<string[]> =>
  page
    .locator('.bubble')
    .evaluateAll((bubbles) => bubbles.map((bubble) => (bubble.textContent ?? '').replace(/^You: /, '')));

/** How many messages are pending in the browser's database. */
export const outgoingCount = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open('selvedge');
        opening.onsuccess = () => {
          const counting = opening.result.transaction('outbox').objectStore('outbox').count();
          counting.onsuccess = () => {
            opening.result.close();
            resolve(counting.result);
          };
        };
      }),
  );
