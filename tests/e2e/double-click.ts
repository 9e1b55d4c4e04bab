import type { Locator } from 'playwright/test';

interface Clicks {
  /** From press to press, as a quick person makes them. */
  apartMs?: number;
  /** Pixels from the left edge; the middle if it is not given. */
  x?: number;
}

/**
 * Clicks twice. The times are those of the events, so that a slow machine does not make two single clicks of them.
 * @param between waits for what the first click changes, which the second is not to undo
 */
export async function doubleClick(
  control: Locator,
  between: () => Promise<void>,
  { apartMs = 150, x }: Clicks = {},
): Promise<void> {
  await control.scrollIntoViewIfNeeded();
  const box = await control.boundingBox();
  if (!box) throw new Error('the control is not visible');
  const page = control.page();
  const session = await page.context().newCDPSession(page);
  const at = Date.now();
  for (const n of [0, 1]) {
    if (n > 0) await between();
    for (const [type, ms] of [
      ['mousePressed', n * apartMs],
      ['mouseReleased', n * apartMs + 60],
    ] as const)
      await session.send('Input.dispatchMouseEvent', {
        ...{ type, clickCount: n + 1, button: 'left', timestamp: (at + ms) / 1_000 },
        ...{ x: box.x + (x ?? box.width / 2), y: box.y + box.height / 2 },
      });
  }
  await session.detach();
}
