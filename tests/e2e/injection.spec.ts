import type { Upload } from '@selvedge/shared/items/listings';
import { expect, type Page } from 'playwright/test';
import { PAYLOADS } from '../support/data/payloads.ts';
import { webpPicture } from '../support/data/pictures.ts';
import { signUp } from '../support/people/account.ts';
import { openAs, openBrowser } from './people.ts';
import { prepareProduct } from './product.ts';
import { test } from './test.ts';

const product = prepareProduct();
/** As many as one page of the grid has. */
const SHOWN = PAYLOADS.slice(0, 60);
/** Real links, and text that only looks like one. */
const LINKS = 'https://example.com/?"onfocus=alert(1) javascript:alert(1) data:text/html,alert(1)';
/** A payload cut to a field's length. */
const cut = (text: string, length: number) => text.slice(0, length).trim() || 'x';
/** White space as a page shows it. */
const flat = (text: string | null) => (text ?? '').replace(/\s+/g, ' ');

/** A listing and a WTB for each payload, and all of them as messages of one conversation. */
async function fill() {
  const [seller, buyer] = [await signUp(product.url, 'seller'), await signUp(product.url, 'buyer')];
  const picture = await webpPicture(12, 16);
  const listings = await Promise.all(
    SHOWN.map(async (text) => {
      const form = new FormData();
      form.set('image', picture, `${cut(text, 40)}.webp`);
      const { url } = await seller.call<Upload>('POST', '/api/uploads/listings', form);
      const words = { title: cut(text, 100), brand: cut(text, 50), size: cut(text, 5), description: text };
      const item = { ...words, category: 'Tops', condition: 'Used', price: '10', images: [url] };
      await seller.call('POST', '/api/wtb-listings', { ...words, size: cut(text, 10), maxPrice: '9' });
      return seller.call<{ id: string; sellerId: string; title: string }>('POST', '/api/listings', item);
    }),
  );
  const [about] = listings;
  if (!about) throw new Error('there is nothing on sale');
  const { id } = await buyer.call<{ id: string }>('POST', '/api/conversations', {
    sellerId: about.sellerId,
    listingId: about.id,
    isWTB: false,
  });
  for (const content of [...SHOWN, LINKS]) {
    await buyer.call('POST', '/api/messages', { conversationId: id, type: 'text', content });
  }
  const { username } = await seller.call<{ username: string }>('GET', '/api/auth/user');
  return { seller, username, listings, conversationId: id };
}

/** Elements and attributes that come from user text; there must be none. */
const foreign = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter(
        (one) =>
          one.getAttributeNames().some((name) => name.startsWith('on')) ||
          /^(iframe|base|object|embed)$/i.test(one.tagName) ||
          one.matches('meta[http-equiv], [srcdoc], img[src="x"]') ||
          /^\s*(javascript|data:text)/i.test(one.getAttribute('href') ?? '') ||
          // JSON blocks are data and never run.
          (one.matches('script:not([type*=json])') && /alert|\/al\//.test(one.textContent ?? '')),
      )
      .map((one) => one.outerHTML.slice(0, 200)),
  );

test('user text never executes', {
  tag: ['@content-security-policy', '@escaped-output'],
}, async ({ browser }) => {
  const { seller, username, listings, conversationId } = await fill();
  const { page } = await openBrowser(browser, product.url);
  const ran: string[] = [];
  page.on('dialog', (dialog) => {
    ran.push(dialog.message());
    void dialog.dismiss();
  });
  await openAs(page, seller.email);
  const shows = async (texts: readonly string[], what: string) => {
    await expect(async () => {
      const text = flat(await page.locator('body').textContent());
      expect(
        texts.filter((one) => !text.includes(flat(one).trim())),
        what,
      ).toEqual([]);
    }).toPass();
    expect([what, await foreign(page), ran]).toEqual([what, [], []]);
  };
  // The lists embed all payloads, and render the first ones.
  for (const path of ['/', '/wtb', `/profile/${username}`]) {
    await page.goto(path);
    await expect(page.getByText('alert').first()).toBeVisible();
    await page.keyboard.press('End');
    await shows([], path);
  }
  // A search shows its term, and so does its tab title.
  for (const text of SHOWN.filter((_, i) => i % 20 === 0)) {
    await page.goto(`/?brand=${encodeURIComponent(cut(text, 50))}`);
    await shows([cut(text, 50)], `search for ${text}`);
  }
  for (const { id, title } of listings.filter((_, i) => i % 12 === 0)) {
    await page.goto(`/listing/${id}`);
    await expect.poll(async () => flat(await page.title())).toContain(flat(title));
    await shows([title], title);
  }
  await page.goto(`/messages/${conversationId}`);
  await expect(page.locator('.bubble').first()).toBeVisible();
  await shows(SHOWN.slice(-3), 'the conversation');
  const links = page.locator('.bubble a');
  await expect(links.first()).toBeVisible();
  const drawn = await links.evaluateAll((all) =>
    all.map((link) => [link.getAttribute('href'), link.getAttribute('rel')]),
  );
  for (const link of drawn)
    expect(link).toEqual([expect.stringMatching(/^https?:\/\//), 'noopener noreferrer nofollow ugc']);
  await page.goto(`/${encodeURIComponent('<img src=x onerror=alert(1)>')}?next=javascript:alert(1)`);
  await expect(page.getByText('Page not found')).toBeVisible();
  await shows([], 'an address of nothing');
});
