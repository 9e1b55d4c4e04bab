import { type Browser, expect, type Locator, type Page } from 'playwright/test';
import { openChatWorld } from './chat-world.ts';
import { openAs, openBrowser, sendMessage, textsIn } from './people.ts';
import { test } from './test.ts';

let world: Awaited<ReturnType<typeof openChatWorld>>;
let me: Awaited<ReturnType<typeof world.join>>;
let conversationId: string;
test.beforeAll(async () => {
  world = await openChatWorld();
  me = await world.join('me');
  const ana = await world.join('ana');
  conversationId = (await me.writeAbout(await ana.offer('Ring coat'), 'Hello')).id;
  await ana.send(conversationId, 'Hi');
});
test.afterAll(() => world.close());

/** Where fields are: every one on the screen is tried. */
const SCREENS: { path: () => string; open?: string; isVisitor?: true; isDialog?: true }[] = [
  { path: () => '/login', isVisitor: true },
  { path: () => '/reset-password', isVisitor: true },
  { path: () => '/' },
  { path: () => '/wtb' },
  { path: () => '/', open: 'Sell Item' },
  { path: () => '/wtb', open: 'Create a WTB' },
  { path: () => `/messages/${conversationId}`, isDialog: true },
];

async function enter(
  browser: Browser,
  path: string,
  options: Parameters<typeof openBrowser>[3] = {},
  width = 1280,
) {
  const { page } = await openBrowser(browser, world.url, width, options);
  await openAs(page, me.email, path);
  return page;
}

/** Counts what reaches the page: keys, and forms that are submitted. */
const count = (page: Page) =>
  page.evaluate(() => {
    const seen = Object.assign(window, { seen: { keydown: 0, submit: 0 } }).seen;
    for (const type of ['keydown', 'submit'] as const) {
      document.addEventListener(
        type,
        () => {
          seen[type] += 1;
        },
        { capture: true },
      );
    }
  });
const counted = (page: Page) => page.evaluate(() => (window as unknown as { seen: object }).seen);

/** Presses a key as an input method does, with key code 229. The character of Enter alone submits a form. */
async function compose(page: Page, key: 'Enter' | 'Escape', text = ''): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const event = { key, code: key, windowsVirtualKeyCode: 229, text };
  await session.send('Input.dispatchKeyEvent', { type: 'keyDown', ...event });
  await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event });
  await session.detach();
}
/** The same while a composition goes on, as most browsers send it. */
const composing = (field: Locator) =>
  field.evaluate((one) =>
    one.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, isComposing: true }),
    ),
  );

/** Opens a screen. @returns its page, and its fields of text */
async function openScreen(browser: Browser, { path, open, isVisitor, isDialog }: (typeof SCREENS)[number]) {
  const page = isVisitor ? (await openBrowser(browser, world.url)).page : await enter(browser, path());
  if (isVisitor) await page.goto(path());
  if (open) await page.getByRole('button', { name: open, exact: true }).first().click();
  // What lies below a dialog is out of reach.
  const fields = (open || isDialog ? page.getByRole('dialog') : page)
    .locator('input:not([type=file], [type=checkbox], [type=radio]), textarea')
    .filter({ visible: true });
  await expect(fields.first()).toBeVisible();
  return { page, fields };
}

for (const screen of SCREENS) {
  const name = `${screen.path.toString().slice(6)} ${screen.open ?? ''}`;

  test(`text runs in the direction of its script: ${name}`, async ({ browser }) => {
    const { fields } = await openScreen(browser, screen);
    const others = await fields.evaluateAll((all) =>
      all.filter((one) => one.getAttribute('dir') !== 'auto').map((one) => one.outerHTML),
    );
    expect(others).toEqual([]);
  });

  test(`Enter of an input method does nothing: ${name}`, async ({ browser }) => {
    const { page, fields } = await openScreen(browser, screen);
    await count(page);
    for (const field of await fields.all()) {
      if (await field.evaluate((one) => one.closest('[inert]') !== null)) continue;
      await field.fill('a@b.example');
      await field.focus();
      await compose(page, 'Enter', '\r');
      await composing(field);
      await compose(page, 'Escape');
    }
    expect(await counted(page)).toEqual({ keydown: 0, submit: 0 });
    await expect(fields.first()).toBeVisible();
  });
}

const field = (page: Page) => page.getByLabel('Message', { exact: true });
const send = (page: Page) => page.getByRole('button', { name: 'Send message' });

test('a composed word is sent by the next Enter', async ({ browser }) => {
  const page = await enter(browser, `/messages/${conversationId}`);
  await field(page).fill('日本');
  await compose(page, 'Enter');
  await expect(field(page)).toHaveValue('日本');
  await sendMessage(page, '日本語');
  await expect.poll(() => textsIn(page).then((texts) => texts.at(-1))).toBe('日本語');
  expect(await textsIn(page)).not.toContain('日本');
});

const TOUCH = { hasTouch: true, isMobile: true };

test('on a touch screen Enter makes a line', async ({ browser }) => {
  const page = await enter(browser, `/messages/${conversationId}`, TOUCH, 390);
  await field(page).tap();
  await expect(field(page)).toHaveAttribute('enterkeyhint', 'enter');
  await page.keyboard.type('one\ntwo');
  await expect(field(page)).toHaveValue('one\ntwo');
  await send(page).tap();
  await expect(field(page)).toHaveValue('');
  await expect.poll(() => textsIn(page).then((texts) => texts.at(-1))).toBe('one\ntwo');
});

test('Send leaves the focus in the field after taps', async ({ browser }) => {
  const page = await enter(browser, `/messages/${conversationId}`, TOUCH, 390);
  await field(page).tap();
  for (const text of ['by finger', 'again']) {
    await page.keyboard.type(text);
    await send(page).tap();
    await expect(field(page)).toHaveValue('');
    await expect(field(page)).toBeFocused();
  }
});

test('the first message leaves the focus in the field', async ({ browser }) => {
  const { id } = await (await world.join('bo')).offer('Boro vest');
  const page = await enter(browser, `/listing/${id}`, TOUCH, 390);
  await page.getByRole('button', { name: /^Message Seller/ }).tap();
  await field(page).tap();
  await page.keyboard.type('Is it here?');
  await send(page).tap();
  await page.waitForURL(/\/messages\/.+/);
  await expect.poll(() => textsIn(page)).toEqual(['Is it here?']);
  await expect(field(page)).toBeFocused();
});

test('Send keeps the focus in the field after clicks', async ({ browser }) => {
  const page = await enter(browser, `/messages/${conversationId}`);
  await expect(field(page)).toHaveAttribute('enterkeyhint', 'send');
  await field(page).fill('by mouse');
  await page.evaluate(() => {
    const left = Object.assign(window, { left: 0 });
    document.querySelector('textarea[aria-label=Message]')?.addEventListener('blur', () => {
      left.left += 1;
    });
  });
  // The second press meets a disabled button.
  const { x, y, width, height } = (await send(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  for (let presses = 0; presses < 2; presses += 1) await page.mouse.click(x + width / 2, y + height / 2);
  await expect(field(page)).toHaveValue('');
  await expect(field(page)).toBeFocused();
  expect(await page.evaluate(() => (window as unknown as { left: number }).left)).toBe(0);
});
