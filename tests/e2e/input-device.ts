import { expect, type Locator, type Page } from 'playwright/test';

/** A file for a file picker. */
interface File {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A picture as a named file. */
export const fileOf = async (picture: Blob, name: string): Promise<File> => ({
  name,
  mimeType: picture.type,
  buffer: Buffer.from(await picture.arrayBuffer()),
});

/** An input device. Each method reaches the control as a user would, then operates it. */
export interface InputDevice {
  /** A button, link, tab, check box or radio button. */
  press(control: Locator): Promise<void>;
  /** Replaces a field's content. */
  fill(field: Locator, text: string): Promise<void>;
  /** An option of a select, by its text. */
  choose(select: Locator, option: string): Promise<void>;
  /** An item of the menu behind a button. */
  pick(opener: Locator, item: string): Promise<void>;
  /** Files through the chooser that an input opens. */
  attach(input: Locator, files: File[]): Promise<void>;
  /** Moves a photo of the form one place forward, by its handle. */
  moveForward(handle: Locator): Promise<void>;
  /** Closes a dialog without changes, and expects the focus at the control that opened it. */
  dismiss(dialog: Locator, opener: Locator): Promise<void>;
  /**
   * Expects the focus back at a control, after the overlay that it opened has closed. A mouse needs no focus.
   */
  expectFocusAt(control: Locator): Promise<void>;
}

/** As long as the page takes two presses for one. */
export const DOUBLE_PRESS_MS = 300;

const labelOf = (input: Locator) => input.locator('xpath=ancestor::label');
const closing = (dialog: Locator) => dialog.getByRole('button', { name: /^Close/ });

/** Passes files to the file picker that `open` opens. */
export async function attachBy(open: () => Promise<void>, page: Page, files: File[]): Promise<void> {
  // A busy page may handle a key before Playwright intercepts its file picker; this round trip makes sure
  // that it does.
  const untilIntercepted = () => page.evaluate(() => undefined);
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser', { timeout: 0 }),
    untilIntercepted().then(open),
  ]);
  await chooser.setFiles(files);
}

export function mouse(page: Page): InputDevice {
  return {
    press: (control) => control.click(),
    async fill(field, text) {
      await field.click();
      await field.fill(text);
    },
    async choose(select, option) {
      await select.selectOption(option);
    },
    async pick(opener, item) {
      await opener.click();
      await page.getByRole('menuitem', { name: item, exact: true }).click();
    },
    // The input itself is hidden: its label is clicked.
    attach: (input, files) => attachBy(() => labelOf(input).click(), page, files),
    async moveForward(handle) {
      const { x, y } = await middleOf(handle);
      const before = handle.locator('xpath=ancestor::li/preceding-sibling::li[1]');
      await page.mouse.move(x, y);
      await page.mouse.down();
      // The first move makes it a drag.
      await page.mouse.move(x - 8, y);
      const to = await middleOf(before);
      await page.mouse.move(to.x, to.y, { steps: 4 });
      await expect(await overPlaceBefore(handle)).toBeAttached();
      await page.mouse.up();
      // After a drop, the page swallows clicks for a moment, which no human notices.
      await expect.poll(() => page.evaluate(receivesClicks)).toBe(true);
    },
    async dismiss(dialog) {
      await closing(dialog).click();
      await expect(dialog).toBeHidden();
      // Sooner, a press on what lay below the button would count as the second of a double press.
      await page.waitForTimeout(DOUBLE_PRESS_MS);
    },
    expectFocusAt: async () => undefined,
  };
}

/** What a second press takes back or repeats on purpose. */
const REPEATABLE = 'input, [aria-pressed], [aria-expanded], [role=switch], [role=menuitem]';

/** The mouse of someone who presses everything twice, as fast as the hand allows. */
export function hastyMouse(page: Page): InputDevice {
  return {
    ...mouse(page),
    async press(control) {
      const isRepeatable = await control.evaluate((one, selector) => one.matches(selector), REPEATABLE);
      await (isRepeatable ? control.click() : control.dblclick());
    },
  };
}

/** Runs in the page. Whether a click reaches its target. */
function receivesClicks(): boolean {
  let isReceived = false;
  const onClick = () => {
    isReceived = true;
  };
  document.body.addEventListener('click', onClick);
  document.body.click();
  document.body.removeEventListener('click', onClick);
  return isReceived;
}

/** The screen reader announcement once a handle's photo is over the previous position. */
async function overPlaceBefore(handle: Locator): Promise<Locator> {
  const place = Number(/\d+/.exec((await handle.getAttribute('aria-label')) ?? ''));
  return handle.page().getByText(`Over position ${place - 1}.`, { exact: true });
}

async function middleOf(control: Locator): Promise<{ x: number; y: number }> {
  await control.scrollIntoViewIfNeeded();
  const box = await control.boundingBox();
  if (!box) throw new Error(`${control} is not on the page`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** The maximum number of tab stops on the way to a control; no page needs that many. */
const STOPS_MAX = 60;

/** Runs in the page. Whether the control's dialog has the focus: until then, keys go elsewhere. */
const isInReach = (control: Element): boolean =>
  control.closest('[role=dialog],[role=alertdialog]')?.contains(document.activeElement) ?? true;

/**
 * Runs in the page. Returns the focus indicator's problem, if any, and a control's position relative to the
 * focus. Radio buttons and tabs are one stop per group.
 */
function seenFromFocus(control: Element | null) {
  const focused = document.activeElement ?? document.body;
  const way = (): 'here' | 'in its group' | 'after' | 'before' => {
    if (focused === control) return 'here';
    const groupOf = (one: Element) =>
      one instanceof HTMLInputElement && one.type === 'radio' ? one.name : one.closest('[role=tablist]');
    if (control && groupOf(control) && groupOf(control) === groupOf(focused)) return 'in its group';
    const isAfter = control && focused.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_FOLLOWING;
    return isAfter ? 'after' : 'before';
  };
  const problem = (): string => {
    if (focused === document.body) return '';
    const name = `${focused.tagName} “${focused.getAttribute('aria-label') ?? focused.textContent?.slice(0, 40)}”`;
    // A hidden input's focus is shown on its label, a card's on its photo.
    const parts = [focused, ...((focused as HTMLInputElement).labels ?? []), ...focused.children];
    const shown = parts.filter((one) => {
      const { width, height } = one.getBoundingClientRect();
      return width > 1 && height > 1;
    });
    const hasRing = shown.some((one) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(one);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1;
    });
    if (!hasRing) return `${name} has the focus and no ring`;
    const isSeen = shown.some((one) => {
      const box = one.getBoundingClientRect();
      const [left, right] = [Math.max(box.left, 0), Math.min(box.right, innerWidth)];
      const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)];
      if (left >= right || top >= bottom) return false;
      // One visible point suffices: another element may cover a part.
      return [0.05, 0.25, 0.5, 0.75, 0.95].some((part) => {
        const at = document.elementFromPoint(left + (right - left) * part, top + (bottom - top) * part);
        return at !== null && (one.contains(at) || at.contains(one));
      });
    });
    return isSeen ? '' : `${name} has the focus and is out of sight`;
  };
  return { way: way(), problem: problem() };
}

const expectShownFocus = (page: Page) =>
  expect.poll(async () => (await page.evaluate(seenFromFocus, null)).problem).toBe('');

/** Walks with Tab from the current focus, and with the arrows within a group; never jumps. */
async function walkTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  await expect(control).toBeEnabled();
  await expect.poll(() => control.evaluate(isInReach), `the window of ${control} has the focus`).toBe(true);
  for (let stops = 0; stops <= STOPS_MAX; stops += 1) {
    const { way, problem } = await control.evaluate(seenFromFocus);
    // The starting point needs no indicator; at the other stops it may appear a moment later.
    if (problem !== '' && (stops > 0 || way === 'here')) await expectShownFocus(page);
    if (way === 'here') return;
    if (way === 'in its group') return await arrowTo(page, control);
    await page.keyboard.press(way === 'after' ? 'Tab' : 'Shift+Tab');
  }
  throw new Error(`${control} cannot be reached by Tab`);
}

async function arrowTo(page: Page, control: Locator): Promise<void> {
  const isTab = (await control.getAttribute('role')) === 'tab';
  for (let stops = 0; stops <= STOPS_MAX; stops += 1) {
    const before = await page.evaluateHandle(() => document.activeElement);
    const order = await control.evaluate((one, focused) => {
      if (!focused || one === focused) return 'here';
      return focused.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING ? 'after' : 'before';
    }, before);
    await expectShownFocus(page);
    if (order === 'here') return;
    const [back, forward] = isTab ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
    await page.keyboard.press(order === 'after' ? forward : back);
    await expect.poll(() => before.evaluate((one) => one !== document.activeElement)).toBe(true);
  }
  throw new Error(`${control} cannot be reached by the arrows`);
}

/** Moves the highlight of the open menu to an item. */
async function highlight(page: Page, item: Locator): Promise<void> {
  const lit = page.locator('[role=menuitem][data-highlighted]');
  await expect(item).toBeVisible();
  await expect(page.getByRole('menu')).toBeFocused();
  await expect(lit).toHaveCount(1);
  const wanted = await item.textContent();
  for (let stops = 0; stops <= STOPS_MAX; stops += 1) {
    const now = await lit.textContent();
    if (now === wanted) return;
    await page.keyboard.press('ArrowDown');
    await expect(lit).not.toHaveText(now ?? '');
  }
  throw new Error(`${item} cannot be reached by the arrows`);
}

/** Expects that a mouse could click the control, too: nothing covers it. */
const couldClick = (control: Locator) => control.click({ trial: true });

export function keyboard(page: Page): InputDevice {
  const reach = (control: Locator) => walkTo(page, control);
  const expectFocusAt = async (control: Locator) => {
    await expect(control).toBeFocused();
    await expectShownFocus(page);
  };
  return {
    async press(control) {
      await reach(control);
      const isMark = await control.evaluate(
        (one) => one instanceof HTMLInputElement && ['radio', 'checkbox'].includes(one.type),
      );
      // The label draws the check mark; the input itself may be hidden.
      await couldClick(isMark && (await labelOf(control).count()) > 0 ? labelOf(control) : control);
      await page.keyboard.press(isMark ? 'Space' : 'Enter');
    },
    async fill(field, text) {
      await reach(field);
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.insertText(text);
    },
    async choose(select, option) {
      await reach(select);
      const way = await select.evaluate((one, text) => {
        const { options, selectedIndex } = one as HTMLSelectElement;
        return [...options].findIndex((each) => each.text === text) - selectedIndex;
      }, option);
      for (let i = 0; i < Math.abs(way); i += 1) await page.keyboard.press(way > 0 ? 'ArrowDown' : 'ArrowUp');
    },
    async pick(opener, item) {
      await reach(opener);
      await couldClick(opener);
      await page.keyboard.press('Enter');
      const chosen = page.getByRole('menuitem', { name: item, exact: true });
      await highlight(page, chosen);
      await couldClick(chosen);
      await page.keyboard.press('Enter');
    },
    async attach(input, files) {
      await reach(input);
      await couldClick(labelOf(input));
      await attachBy(() => page.keyboard.press('Space'), page, files);
    },
    async moveForward(handle) {
      await reach(handle);
      await page.keyboard.press('Space');
      const over = await overPlaceBefore(handle);
      // A key pressed before the photo is picked up is lost.
      await expect(async () => {
        await page.keyboard.press('ArrowLeft');
        await expect(over).toBeAttached({ timeout: 500 });
      }).toPass();
      await page.keyboard.press('Space');
    },
    async dismiss(dialog, opener) {
      await expect.poll(() => dialog.evaluate((one) => one.contains(document.activeElement))).toBe(true);
      await couldClick(closing(dialog));
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await expectFocusAt(opener);
    },
    expectFocusAt,
  };
}
