import type { Locator } from 'playwright/test';

/** Milliseconds from the first press of the steps of two clicks, as a person makes them. */
const CLICKS = [
  [
    ['mousePressed', 0],
    ['mouseReleased', 60],
  ],
  [
    ['mousePressed', 150],
    ['mouseReleased', 210],
  ],
] as const;

/**
 * Clicks twice. The times are those of the events, so that a slow machine does not make two single clicks of them.
 * @param between waits for what the first click changes, which the second is not to undo
 */
export async function doubleClick(control: Locator, between: () => Promise<void>): Promise<void> {
  await control.scrollIntoViewIfNeeded();
  const box = await control.boundingBox();
  if (!box) throw new Error('the control is not visible');
  const page = control.page();
  const session = await page.context().newCDPSession(page);
  const at = Date.now();
  for (const [n, steps] of CLICKS.entries()) {
    if (n > 0) await between();
    for (const [type, ms] of steps)
      await session.send('Input.dispatchMouseEvent', {
        ...{ type, clickCount: n + 1, button: 'left', timestamp: (at + ms) / 1_000 },
        ...{ x: box.x + box.width / 2, y: box.y + box.height / 2 },
      });
  }
  await session.detach();
}
