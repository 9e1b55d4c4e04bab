import type { Page } from 'playwright';

/** Runs in the page: scrolls the inbox down by a part of its height each frame, until its end. */
async function scrollDown(count: number): Promise<{ titles: string[]; mostRows: number }> {
  const list = document.querySelector('ul[aria-label=Conversations]');
  const scroller = list?.closest('[data-virtuoso-scroller]');
  if (!list || !scroller) throw new Error('there is no inbox');
  const titles = new Set<string>();
  let mostRows = 0;
  while (titles.size < count) {
    const rows = [...list.querySelectorAll('li')];
    mostRows = Math.max(mostRows, rows.length);
    for (const row of rows)
      titles.add(/Coat \d{4}/.exec(row.textContent ?? '')?.[0] ?? 'a row without a title');
    scroller.scrollBy(0, scroller.clientHeight * 0.8);
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  return { titles: [...titles], mostRows };
}

/**
 * Reads the inbox from top to bottom.
 * @returns the titles in order, and the maximum number of rows in the DOM
 */
export const readInbox = (page: Page, count: number) => page.evaluate(scrollDown, count);
