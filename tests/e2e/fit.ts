import type { Page } from 'playwright/test';

/** Runs in the page. What does not fit into the window, as far as a user could not reach or read it. */
function findMisfits(names: string[]): string[] {
  const STICKY_MAX = 0.4;
  const dialog = [...document.querySelectorAll('[role=dialog][data-state=open]')].at(-1);
  const root = dialog ?? document.body;
  const found: string[] = [];
  const report = (what: string, text: string) => found.push(`${what}: ${text.trim().slice(0, 60)}`);

  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) found.push(`the page is ${scrollWidth - clientWidth} px too wide`);

  const ancestorsOf = (element: Element | null): Element[] =>
    element ? [element, ...ancestorsOf(element.parentElement)] : [];
  const isEllipsed = (style: CSSStyleDeclaration) =>
    style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
  /** The part of a box that is visible, or that scrolling its containers makes visible. */
  const clip = (box: DOMRect, ancestors: Element[], isReachable: boolean) => {
    let [left, right, top, bottom] = [box.left, box.right, box.top, box.bottom];
    for (const ancestor of ancestors) {
      const { overflowX, overflowY, position } = getComputedStyle(ancestor);
      const edge = ancestor.getBoundingClientRect();
      const hides = (overflow: string) =>
        isReachable ? /hidden|clip/.test(overflow) : overflow !== 'visible';
      if (isReachable && /auto|scroll/.test(overflowX)) return { left, right, top, bottom };
      if (hides(overflowX)) [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
      if (isReachable && /auto|scroll/.test(overflowY)) {
        [left, right] = [Math.max(left, 0), Math.min(right, innerWidth)];
        return { left, right, top, bottom };
      }
      if (hides(overflowY)) [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
      if (position === 'fixed') break;
    }
    return { left: Math.max(left, 0), right: Math.min(right, innerWidth), top, bottom };
  };

  interface Seen {
    text: string;
    element: Element;
    layer: Element | undefined;
    left: number;
    right: number;
    top: number;
    bottom: number;
  }
  const seen: Seen[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent ?? '';
    const element = node.parentElement;
    if (
      !element ||
      text.trim() === '' ||
      element.closest('.sr, .skip, [inert], option, script, style, [hidden]')
    )
      continue;
    if (getComputedStyle(element).visibility === 'hidden') continue;
    const ancestors = ancestorsOf(element);
    // For screen readers only.
    if (ancestors.some((one) => getComputedStyle(one).clipPath === 'inset(50%)')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const boxes = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
    const fontSize = Number.parseFloat(getComputedStyle(element).fontSize);
    const cutBy = ancestors.find((one) => isEllipsed(getComputedStyle(one)));
    // Of a line with an ellipsis, the beginning must be visible.
    const isBeginning = !cutBy || cutBy.textContent.trimStart().startsWith(text.trim());
    if (!isBeginning) continue;
    const button = element.closest('button, a.chakra-button');
    for (const box of boxes) {
      const shown = clip(box, ancestors, true);
      const isCut = shown.right - shown.left < box.width - 2 || shown.bottom - shown.top < box.height / 2;
      if (isCut && !cutBy) report('cut', text);
      if (
        isCut &&
        cutBy &&
        boxes.length === 1 &&
        shown.right - shown.left < Math.min(box.width, 3 * fontSize) - 2
      )
        report(names.includes(text.trim()) ? 'no room for the name' : 'almost nothing visible of', text);
      const edge = button?.getBoundingClientRect();
      if (edge && (box.right > edge.right + 2 || box.left < edge.left - 2))
        report('wider than its button', text);
      const visible = clip(box, ancestors, false);
      if (visible.right - visible.left < 2 || visible.bottom - visible.top < 2) continue;
      const layer = ancestors.find((one) => /fixed|sticky/.test(getComputedStyle(one).position));
      seen.push({ text, element, layer, ...visible });
    }
  }
  seen.forEach((a, i) => {
    for (const b of seen.slice(i + 1)) {
      if (a.element === b.element || a.layer !== b.layer) continue;
      const x = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const y = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      const height = Math.min(a.bottom - a.top, b.bottom - b.top);
      if (x > 4 && y > height * 0.4) report('overlap', `${a.text.trim().slice(0, 25)} | ${b.text.trim()}`);
    }
  });

  const composer = root.querySelector('textarea[aria-label=Message]');
  const room = composer?.getBoundingClientRect().width ?? 160;
  if (room < 160) found.push(`the composer is ${Math.round(room)} px wide`);

  const bars = [...root.querySelectorAll('*')].filter((one) => {
    const { position, visibility, top: fromTop, bottom: fromBottom } = getComputedStyle(one);
    const { width, height, top, bottom } = one.getBoundingClientRect();
    // One with a negative distance scrolls away.
    const sticks = (distance: string) => Number.parseFloat(distance) >= 0;
    const isStuck =
      position === 'fixed' || (position === 'sticky' && (sticks(fromTop) || sticks(fromBottom)));
    const isFull = width > innerWidth * 0.6 && height < innerHeight && top < innerHeight && bottom > 0;
    return isStuck && isFull && visibility !== 'hidden' && !one.closest('[data-scope=toast]');
  });
  const shownHeight = (one: Element) => {
    const { top, bottom } = one.getBoundingClientRect();
    return Math.min(bottom, innerHeight) - Math.max(top, 0);
  };
  const stuck = bars.reduce((sum, one) => sum + shownHeight(one), 0) / innerHeight;
  if (stuck > STICKY_MAX) found.push(`${Math.round(stuck * 100)} % of the height is stuck`);
  const body = dialog?.querySelector('.chakra-dialog__body');
  if (body && dialog) {
    const scroller =
      ancestorsOf(body).find((one) => /auto|scroll/.test(getComputedStyle(one).overflowY)) ?? body;
    const fixed = 1 - scroller.clientHeight / dialog.clientHeight;
    if (fixed > STICKY_MAX) found.push(`${Math.round(fixed * 100)} % of the dialog does not scroll`);
  }
  return [...new Set(found)];
}

interface Size {
  width: number;
  height: number;
  /** The root font size, which text zoom changes. */
  text: number;
}
/** Phones with text of twice the size, upright and sideways, and small ones with normal text. */
const SIZES: readonly Size[] = [
  { width: 390, height: 844, text: 32 },
  { width: 320, height: 640, text: 32 },
  { width: 844, height: 390, text: 32 },
  { width: 320, height: 640, text: 16 },
  { width: 844, height: 390, text: 16 },
];

/**
 * What does not fit at each size. With SELVEDGE_TEST_SHOTS, the beginning of files' paths, it also photographs them.
 * @param names must stay readable
 */
export async function misfitsOf(page: Page, screen: string, names: string[]): Promise<string[]> {
  const all: string[] = [];
  const start = process.env.SELVEDGE_TEST_SHOTS;
  for (const { width, height, text } of SIZES) {
    await page.setViewportSize({ width, height });
    await page.evaluate((px) => document.documentElement.style.setProperty('font-size', `${px}px`), text);
    for (const at of [0, 400]) {
      await page.evaluate((top) => scrollTo(0, top), at);
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50))));
      const found = await page.evaluate(findMisfits, names);
      all.push(...found.map((one) => `${width}×${height} at ${text} px, ${one}`));
      if (start) await page.screenshot({ path: `${start}-${screen}-${width}-${text}-${at}.png` });
    }
  }
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
  await page.setViewportSize({ width: 390, height: 844 });
  return [...new Set(all)];
}
