import type { Locator } from 'playwright/test';

/** Milliseconds from the first press, as a person clicks: what the first click changes is drawn before the second. */
const STEPS = [
  ['mousePressed', 1, 0],
  ['mouseReleased', 1, 60],
  ['mousePressed', 2, 150],
  ['mouseReleased', 2, 210],
] as const;

/** Clicks twice. Its times are those of the events, so that a slow machine does not make two single clicks of it. */
export async function doubleClick(control: Locator): Promise<void> {
  await control.scrollIntoViewIfNeeded();
  const box = await control.boundingBox();
  if (!box) throw new Error('the control is not visible');
  const page = control.page();
  const session = await page.context().newCDPSession(page);
  const at = Date.now();
  for (const [type, clickCount, ms] of STEPS)
    await session.send('Input.dispatchMouseEvent', {
      ...{ type, clickCount, button: 'left', timestamp: (at + ms) / 1_000 },
      ...{ x: box.x + box.width / 2, y: box.y + box.height / 2 },
    });
  await session.detach();
}
