import type { PageResponse } from '@selvedge/shared/page-data';
import { beforeEach, expect, test } from 'vitest';
import type { Actor } from '../../../server/src/core/actor.ts';
import { PAYLOADS } from '../../support/data/payloads.ts';
import { addListing, addWanted } from '../../support/people/market.ts';
import { describeOnBothEngines } from '../../support/servers/database.ts';
import {
  canonicalOf,
  dataOf,
  metaOf,
  openSite,
  PUBLIC_URL,
  type Site,
  skeletonOf,
  structuredOf,
  titleOf,
} from '../../support/servers/site.ts';

const NOWHERE = '0195b0c4-0000-7000-8000-000000000000';

describeOnBothEngines('a page as it is sent', (openDb) => {
  let site: Site;
  let seller: Actor;
  beforeEach(async () => {
    site = openSite(await openDb());
    seller = await site.join('Marlow');
  });

  const json = async (path: string) => (await site.call('GET', path)).json();
  /** What the contract answers there, as the page should bring it. */
  const answer = async (path: string): Promise<PageResponse> => {
    const response = await site.call('GET', path);
    const { headers } = response;
    return {
      body: await response.json(),
      link: headers.get('link'),
      total: headers.get('x-total-count'),
      isCapped: headers.has('x-total-count-capped'),
    };
  };

  test('a listing previews with its price and photo, and brings its own data', async () => {
    const id = await addListing(site.db, seller.id, { description: 'Worn twice.\nNo flaws.' });
    const { status, html, headers } = await site.open(`/listing/${id}`);
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('private, no-cache');
    expect(titleOf(html)).toBe('Kapital Type II trucker, sashiko lining · Selvedge');
    expect(canonicalOf(html)).toBe(`${PUBLIC_URL}/listing/${id}`);
    expect(metaOf(html)).toMatchObject({
      description: '$365 · Size L · Used. Worn twice. No flaws.',
      'og:type': 'product',
      'og:title': 'Kapital Type II trucker, sashiko lining',
      'og:url': `${PUBLIC_URL}/listing/${id}`,
      'og:image': `${PUBLIC_URL}/media/${seller.id}/1-a-front-1080.webp`,
      'og:image:width': '900',
      'og:image:height': '1200',
      'product:price:amount': '365.00',
      'product:price:currency': 'USD',
      'product:availability': 'in stock',
      'twitter:card': 'summary_large_image',
    });
    expect(metaOf(html)).not.toHaveProperty('robots');
    expect(structuredOf(html)).toMatchObject({
      '@type': 'Product',
      name: 'Type II trucker, sashiko lining',
      itemCondition: 'https://schema.org/UsedCondition',
      offers: { price: '365.00', priceCurrency: 'USD', availability: 'https://schema.org/InStock' },
    });
    const path = `/api/listings/${id}`;
    expect(dataOf(html)).toEqual({ [path]: await answer(path) });
  });

  test('a sold listing says so wherever it is previewed', async () => {
    const id = await addListing(site.db, seller.id, { isSold: true });
    const { html } = await site.open(`/listing/${id}`);
    expect(titleOf(html)).toMatch(/^SOLD: Kapital/);
    const meta = metaOf(html);
    expect(meta.description).toMatch(/^Sold\. /);
    expect(meta['og:title']).toMatch(/^SOLD: /);
    expect(meta['product:availability']).toBe('out of stock');
    expect(structuredOf(html).offers.availability).toBe('https://schema.org/SoldOut');
  });

  test('what is not there is a 404 with the page, and tells nothing', async () => {
    const removed = await addListing(site.db, seller.id, { removedAt: new Date(), title: 'Kept to myself' });
    const paths = [NOWHERE, removed, 'x', '%00', '..%2f..%2fapi', '%E0%A4%A'].flatMap((id) => [
      `/listing/${id}`,
      `/wtb/${id}`,
      `/profile/${id}`,
    ]);
    for (const path of [...paths, '/nothing', '/listing', '/listing/a/b']) {
      const { status, html } = await site.open(path);
      expect([path, status]).toEqual([path, 404]);
      expect(html).toContain('id="root"');
      expect(html).not.toContain('Kept to myself');
      expect(metaOf(html).robots, path).toBe('noindex');
      expect(canonicalOf(html)).toBeNull();
    }
    expect(titleOf((await site.open(`/listing/${removed}`)).html)).toBe('Listing Not Found · Selvedge');
    expect((await site.open('/api/nothing')).headers.get('content-type')).toContain('application/json');
  });

  test('a request, and the list that lies under it, come with its page', async () => {
    const id = await addWanted(site.db, seller.id);
    const { html } = await site.open(`/wtb/${id}`);
    expect(titleOf(html)).toBe('Wanted: Kapital Ring coat, indigo · Selvedge');
    expect(metaOf(html).description).toBe('Size 3 · up to $900.');
    expect(canonicalOf(html)).toBe(`${PUBLIC_URL}/wtb/${id}`);
    const paths = [`/api/wtb-listings/${id}`, '/api/wtb-listings'];
    for (const path of paths) expect(dataOf(html)[path]).toEqual(await answer(path));
  });

  test('a profile is known under its own spelling, and brings what its first tab shows', async () => {
    await addListing(site.db, seller.id);
    const { html } = await site.open('/profile/MARLOW');
    expect(titleOf(html)).toBe('Marlow · Selvedge');
    expect(canonicalOf(html)).toBe(`${PUBLIC_URL}/profile/Marlow`);
    expect(metaOf(html)).toMatchObject({
      'og:type': 'profile',
      'profile:username': 'Marlow',
      description: 'Marlow on Selvedge: 1 for sale, 0 sold, 0 wanted.',
    });
    for (const path of ['/api/users/MARLOW', '/api/users/MARLOW/listings?sold=false']) {
      expect(dataOf(html)[path]).toEqual(await answer(path));
    }
  });

  test('home and its searches bring their first page, and only home itself is for search engines', async () => {
    for (let n = 0; n < 61; n += 1) await addListing(site.db, seller.id);
    const home = await site.open('/');
    expect(titleOf(home.html)).toBe('Selvedge: secondhand designer clothing');
    expect(canonicalOf(home.html)).toBe(`${PUBLIC_URL}/`);
    expect(dataOf(home.html)).toEqual({ '/api/listings': await answer('/api/listings') });
    expect(dataOf(home.html)['/api/listings']?.body).toHaveLength(60);
    expect(dataOf(home.html)['/api/listings']?.link).toContain('rel="next"');

    const search = await site.open('/?brand=%22%3E%3Cb%3E%26+kap');
    const path = `/api/listings?${new URLSearchParams({ brand: '"><b>& kap' })}`;
    expect(titleOf(search.html)).toBe('"><b>& kap · Selvedge');
    expect(metaOf(search.html).robots).toBe('noindex');
    expect(dataOf(search.html)).toEqual({ [path]: await answer(path) });
    const narrowed = '/api/listings?brand=kap&category=Tops';
    expect(dataOf((await site.open('/?brand=kap&category=Tops')).html)).toEqual({
      [narrowed]: await answer(narrowed),
    });
    // Longer than the contract takes: the page comes without data, and its client is told why.
    const refused = await site.open(`/?brand=${'x'.repeat(300)}`);
    expect([refused.status, dataOf(refused.html)]).toEqual([200, {}]);
  });

  test('the other public pages describe themselves, those about the reader stay out of search engines', async () => {
    for (const path of ['/wtb', '/about']) {
      const { status, html } = await site.open(path);
      expect([status, canonicalOf(html)]).toEqual([200, PUBLIC_URL + path]);
      expect(metaOf(html).description).not.toBe('');
    }
    for (const path of ['/login', '/messages', `/messages/${NOWHERE}`, '/reset-password', '/verify']) {
      const { status, html } = await site.open(path);
      expect([path, status, metaOf(html).robots, dataOf(html)]).toEqual([path, 200, 'noindex', {}]);
    }
  });

  test('home and a listing show their first photos, titles and prices to a browser without scripts', async () => {
    const id = await addListing(site.db, seller.id, { title: 'Chore coat' });
    await addListing(site.db, seller.id, { title: 'Sold coat', isSold: true });
    const drawn = async (path: string) =>
      /<div class="first">[\s\S]*<\/main>/.exec((await site.open(path)).html)?.[0];
    const listing = await drawn(`/listing/${id}`);
    expect(listing).toMatch(/<img src="[^"]+-1080\.webp" srcset="[^"]+-1800\.webp 1800w"/);
    expect(listing).toContain('alt="Kapital Chore coat, 1 of 1"');
    expect(listing).toContain('<h1>Chore coat</h1>');
    expect(listing).toContain('$365');
    const home = await drawn('/');
    expect(home).toContain('<h1>All Listings</h1>');
    expect(home).toContain(`href="/listing/${id}"`);
    expect(home).toMatch(/is-sold[\s\S]*Sold<\/span>[\s\S]*Sold coat/);
    // What stands above the cards of a search is drawn by the client.
    expect(await drawn('/?brand=kapital')).toBeUndefined();
  });

  test('what people write is only text, whatever it is', async () => {
    expect(PAYLOADS.length).toBeGreaterThanOrEqual(60);
    const texts = (text: string) => ({ title: text, brand: text, description: text });
    const plain = await addListing(site.db, seller.id, texts('plain'));
    const skeleton = skeletonOf((await site.open(`/listing/${plain}`)).html);
    for (const payload of PAYLOADS) {
      const id = await addListing(site.db, seller.id, texts(payload));
      const { html, headers } = await site.open(`/listing/${id}`);
      expect(skeletonOf(html), payload).toEqual(skeleton);
      expect(titleOf(html)).toBe(`${payload} ${payload} · Selvedge`);
      expect(metaOf(html)['og:title']).toBe(`${payload} ${payload}`);
      expect(structuredOf(html).name).toBe(payload);
      expect(dataOf(html)[`/api/listings/${id}`]?.body).toEqual(await json(`/api/listings/${id}`));
      const nonce = /'nonce-([^']+)'/.exec(headers.get('content-security-policy') ?? '')?.[1] ?? '-';
      // In the meta for the styles and on the page's two scripts, nowhere else.
      expect(html.split(nonce).length - 1).toBe(3);
    }
  });

  test('is never sent where the server answers by itself', async () => {
    for (const path of ['/api/nothing', '/mail/nothing', '/media/nothing', '/icons/nothing.png']) {
      const response = await site.app.request(path);
      expect(response.status, path).toBe(404);
      expect(await response.json(), path).toMatchObject({ code: 'not_found' });
    }
  });
});
