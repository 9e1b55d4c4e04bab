import { randomUUID } from 'node:crypto';
import type { PageResponse } from '@selvedge/shared/platform/page-data';
import { beforeEach, expect, test } from 'vitest';
import type { Actor } from '../../../server/src/platform/core/actor.ts';
import { PAYLOADS } from '../../support/data/payloads.ts';
import { addListing, addWanted } from '../../support/people/market.ts';
import { describeOnEngines } from '../../support/servers/database.ts';
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

describeOnEngines('a server-rendered page', ({ engine }) => {
  let site: Site;
  let seller: Actor;
  beforeEach(async () => {
    site = await openSite({ engine, features: [] });
    seller = await site.join('Marlow');
  });

  const json = async (path: string) => (await site.call('GET', path)).json();
  /** The API's response, as the page should embed it. */
  const embedded = async (path: string): Promise<PageResponse> => {
    const response = await site.call('GET', path);
    const { headers } = response;
    return {
      body: await response.json(),
      link: headers.get('link'),
      total: headers.get('x-total-count'),
      isCapped: headers.has('x-total-count-capped'),
    };
  };

  test('has a preview of a listing with its price', async () => {
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
      'og:image': `${PUBLIC_URL}/media/${seller.id}/1-a-front-1080.jpg`,
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
    expect(dataOf(html)).toEqual({ [path]: await embedded(path) });
  });

  test('says in every preview that a listing is sold', async () => {
    const id = await addListing(site.db, seller.id, { isSold: true });
    const { html } = await site.open(`/listing/${id}`);
    expect(titleOf(html)).toMatch(/^SOLD: Kapital/);
    const meta = metaOf(html);
    expect(meta.description).toMatch(/^Sold\. /);
    expect(meta['og:title']).toMatch(/^SOLD: /);
    expect(meta['product:availability']).toBe('out of stock');
    expect(structuredOf(html).offers.availability).toBe('https://schema.org/SoldOut');
  });

  test('says in its first paint what is on hold', async () => {
    const hold = { holdConversationId: randomUUID(), holdUntil: new Date(Date.now() + 3_600_000) };
    const id = await addListing(site.db, seller.id, hold);
    const page = await site.open(`/listing/${id}`);
    expect(structuredOf(page.html).offers.availability).toBe('https://schema.org/Reserved');
    for (const path of ['/', `/listing/${id}`]) {
      expect((await site.open(path)).html).toMatch(/class="tab sold[^>]*>On hold</);
    }
  });

  test('never says for whom a listing is on hold', async () => {
    const buyer = await site.join('Juniper');
    const hold = {
      holdConversationId: '0197a000-0000-7000-8000-000000000001',
      holdUntil: new Date(Date.now() + 1e6),
    };
    const id = await addListing(site.db, seller.id, hold);
    const { html } = await site.open(`/listing/${id}`);
    const meta = metaOf(html);
    for (const text of [meta.description, meta['og:description']]) expect(text).toMatch(/^On hold\. \$365/);
    expect(meta['product:availability']).toBe('pending');
    expect(structuredOf(html).offers.availability).toBe('https://schema.org/Reserved');
    const { html: feed } = await site.open('/feed.xml');
    expect(feed).toContain('<description>On hold. $365');
    for (const text of [html, feed]) {
      for (const secret of [buyer.id, buyer.username, hold.holdConversationId, hold.holdUntil.toISOString()])
        expect(text).not.toContain(secret);
    }
  });

  test('reveals nothing about a missing item', async () => {
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

  test('embeds a WTB with the list behind it', async () => {
    const id = await addWanted(site.db, seller.id);
    const { html } = await site.open(`/wtb/${id}`);
    expect(titleOf(html)).toBe('Wanted: Kapital Ring coat, indigo · Selvedge');
    expect(metaOf(html).description).toBe('Size 3 · up to $900.');
    expect(canonicalOf(html)).toBe(`${PUBLIC_URL}/wtb/${id}`);
    const paths = [`/api/wtb-listings/${id}`, '/api/wtb-listings'];
    for (const path of paths) expect(dataOf(html)[path]).toEqual(await embedded(path));
  });

  test('embeds the first tab of a profile', async () => {
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
      expect(dataOf(html)[path]).toEqual(await embedded(path));
    }
  });

  test('embeds the first page of a search', async () => {
    for (let n = 0; n < 61; n += 1) await addListing(site.db, seller.id);
    const home = await site.open('/');
    expect(titleOf(home.html)).toBe('Selvedge: secondhand designer clothing');
    expect(canonicalOf(home.html)).toBe(`${PUBLIC_URL}/`);
    const grid = '/api/listings?fields=card';
    expect(dataOf(home.html)).toEqual({ [grid]: await embedded(grid) });
    expect(dataOf(home.html)[grid]?.body).toHaveLength(60);
    expect(dataOf(home.html)[grid]?.link).toContain('rel="next"');

    const search = await site.open('/?brand=%22%3E%3Cb%3E%26+kap');
    const path = `${grid}&${new URLSearchParams({ brand: '"><b>& kap' })}`;
    expect(titleOf(search.html)).toBe('"><b>& kap · Selvedge');
    expect(metaOf(search.html).robots).toBe('noindex');
    expect(dataOf(search.html)).toEqual({ [path]: await embedded(path) });
    const narrowed = '/api/listings?fields=card&brand=kap&category=Tops';
    expect(dataOf((await site.open('/?brand=kap&category=Tops')).html)).toEqual({
      [narrowed]: await embedded(narrowed),
    });
    // Longer than the API accepts: the page has no data, and the client gets the error.
    const refused = await site.open(`/?brand=${'x'.repeat(300)}`);
    expect([refused.status, dataOf(refused.html)]).toEqual([200, {}]);
  });

  test('of deals exists only while the feature is on', async () => {
    const off = await site.open('/deals');
    expect(skeletonOf(off.html)).toEqual(skeletonOf((await site.open('/nothing')).html));
    expect([off.status, titleOf(off.html)]).toEqual([404, 'Not found · Selvedge']);
    const on = await (await openSite({ engine, features: ['deals'] })).open('/deals');
    expect([on.status, titleOf(on.html)]).toEqual([200, 'Deals · Selvedge']);
  });

  test('has a description on every public page', async () => {
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

  test('shows listings without scripts', async () => {
    const id = await addListing(site.db, seller.id, { title: 'Chore coat' });
    await addListing(site.db, seller.id, { title: 'Sold coat', isSold: true });
    const rendered = async (path: string) =>
      /<div class="first">[\s\S]*<\/main>/.exec((await site.open(path)).html)?.[0];
    const listing = await rendered(`/listing/${id}`);
    expect(listing).toMatch(/<img src="[^"]+-1080\.webp" srcset="[^"]+-1800\.webp 1800w"/);
    expect(listing).toContain('alt="Kapital Chore coat, 1 of 1"');
    expect(listing).toContain('<h1>Chore coat</h1>');
    expect(listing).toContain('$365');
    const home = await rendered('/');
    expect(home).toContain('<h1>All Listings</h1>');
    expect(home).toContain(`href="/listing/${id}"`);
    expect(home).toMatch(/is-sold[\s\S]*Sold<\/span>[\s\S]*Sold coat/);
    // The client renders the header of a search.
    expect(await rendered('/?brand=kapital')).toBeUndefined();
  });

  test('has room for the proof photo while it exists', async () => {
    const taken = { code: 'BCDFHJ', takenAt: '2026-11-23T12:00:00Z' };
    const photo = { key: `${seller.id}/2-p-proof-1800.webp`, width: 900, height: 1200, placeholder: 'AAAA' };
    const id = await addListing(site.db, seller.id, { proofPhoto: { ...photo, ...taken } });
    const alone = (await site.open(`/listing/${id}`)).html;
    expect(alone).toContain(', 1 of 1"');
    expect(alone).not.toContain('is-one-of-many');
    await site.set({ features: { proofPhoto: 'optional' } });
    const both = (await site.open(`/listing/${id}`)).html;
    expect(both).toContain(', 1 of 2"');
    expect(both).toContain('is-one-of-many');
  });

  test('user-written text is always escaped', { tags: ['escaped-output'] }, async () => {
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
      // The nonce is only in the style meta tag and on the page's three scripts.
      expect(html.split(nonce).length - 1).toBe(4);
    }
  });

  test('is never sent for missing paths of the API', async () => {
    for (const path of ['/api/nothing', '/mail/nothing', '/media/nothing', '/icons/nothing.png']) {
      const response = await site.call('GET', path);
      expect(response.status, path).toBe(404);
      expect(await response.json(), path).toMatchObject({ code: 'not_found' });
    }
  });
});
