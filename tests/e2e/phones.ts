import type { Browser, Page } from 'playwright/test';
import type { Scene } from './dialog-scene.ts';
import { openAs, openBrowser } from './people.ts';

/** Opens a phone for each member of a scene, and for a visitor; later calls return the same one. */
export function createPhones(url: () => string, scene: () => Scene) {
  const pages = new Map<string, Page>();
  return async (browser: Browser, as: 'me' | 'warned' | 'newcomer' | 'visitor' = 'me'): Promise<Page> => {
    const known = pages.get(as);
    if (known) return known;
    const { page } = await openBrowser(browser, url(), 390);
    pages.set(as, page);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    if (as !== 'visitor') await openAs(page, scene()[as].email);
    return page;
  };
}
