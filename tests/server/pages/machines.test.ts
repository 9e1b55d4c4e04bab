import { beforeEach, expect, test } from 'vitest';
import type { Actor } from '../../../server/src/platform/core/actor.ts';
import { addListing, addWanted } from '../../support/people/market.ts';
import { describeOnBothEngines } from '../../support/servers/database.ts';
import { openSite, PUBLIC_URL, type Site } from '../../support/servers/site.ts';

const locations = (xml: string): string[] =>
  [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => (address ?? '').replace(PUBLIC_URL, ''));

describeOnBothEngines('pages for machines', ({ engine }) => {
  let site: Site;
  let seller: Actor;
  beforeEach(async () => {
    site = await openSite({ engine });
    seller = await site.join('Marlow');
  });

  test('the sitemap lists only what visitors can open', async () => {
    await site.join('idle');
    const buyer = await site.join('odile');
    const onSale = [await addListing(site.db, seller.id), await addListing(site.db, seller.id)];
    await addListing(site.db, seller.id, { isSold: true });
    await addListing(site.db, seller.id, { removedAt: new Date() });
    const wanted = await addWanted(site.db, buyer.id);
    await addWanted(site.db, buyer.id, true);

    const index = await site.open('/sitemap.xml');
    expect(index.headers.get('content-type')).toContain('application/xml');
    const parts = locations(index.html);
    expect(parts).toHaveLength(4);
    const named = await Promise.all(parts.map(async (path) => locations((await site.open(path)).html)));
    expect(named.map((all) => all.toSorted())).toEqual([
      ['/', '/about', '/wtb'],
      onSale.map((id) => `/listing/${id}`).toSorted(),
      [`/wtb/${wanted}`],
      ['/profile/Marlow', '/profile/odile'],
    ]);
    expect(locations((await site.open(`/sitemap/listings.xml?after=${onSale[0]}`)).html)).toEqual([
      `/listing/${onSale[1]}`,
    ]);
    for (const path of ['/sitemap/secrets.xml', '/sitemap/listings.xml?after=x']) {
      expect((await site.open(path)).status).toBe(404);
    }
  });

  test('the feed contains the 50 newest listings', async () => {
    for (let n = 0; n < 51; n += 1) await addListing(site.db, seller.id, { title: `Item ${n}` });
    await addListing(site.db, seller.id, { title: `<b>&]]> "50" \u0001\ufffe` });
    const { html: xml, headers } = await site.open('/feed.xml');
    expect(headers.get('content-type')).toContain('application/rss+xml');
    const titles = [...xml.matchAll(/<item><title>([^<]*)<\/title>/g)].map(([, title]) => title);
    expect(titles).toHaveLength(50);
    expect(titles[0]).toBe('Kapital &lt;b&gt;&amp;]]&gt; &quot;50&quot; ');
    expect(titles.at(-1)).toBe('Kapital Item 2');
    expect(xml).toContain(
      `<media:content url="${PUBLIC_URL}/media/${seller.id}/1-a-front-1080.webp" type="image/webp" medium="image"/>`,
    );
    expect((await site.open('/')).html).toContain('href="/feed.xml" type="application/rss+xml"');
  });

  test('the feed takes the filters of the grid', async () => {
    const cheap = await addListing(site.db, seller.id);
    await addListing(site.db, seller.id, { brand: 'Visvim' });
    await addListing(site.db, (await site.join('odile')).id);
    const query = `brand=kapital&amp;maxPrice=400&amp;seller=${seller.id}`;
    const { html: xml } = await site.open(`/feed.xml?${query.replaceAll('&amp;', '&')}`);
    const links = [...xml.matchAll(/<item>.*?<link>([^<]*)<\/link>/g)].map(([, link]) => link);
    expect(links).toEqual([`${PUBLIC_URL}/listing/${cheap}`]);
    expect(xml).toContain('<title>kapital · up to $400 · from Marlow · Selvedge</title>');
    expect(xml).toContain(`<link>${PUBLIC_URL}/?${query}</link>`);
    expect((await site.open('/?maxPrice=400&sort=newest&brand=kapital')).html).toContain(
      'href="/feed.xml?brand=kapital&amp;maxPrice=400" type="application/rss+xml"',
    );
  });

  test('the feed is a JSON Feed, too', async () => {
    const id = await addListing(site.db, seller.id);
    await addListing(site.db, (await site.join('odile')).id);
    const { html: json, headers } = await site.open(`/feed.json?seller=${seller.id}`);
    expect(headers.get('content-type')).toBe('application/feed+json');
    expect(JSON.parse(json)).toEqual({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'from Marlow · Selvedge',
      home_page_url: `${PUBLIC_URL}/?seller=${seller.id}`,
      feed_url: `${PUBLIC_URL}/feed.json?seller=${seller.id}`,
      description: 'The newest listings on Selvedge: from Marlow.',
      language: 'en-US',
      items: [
        {
          id: `${PUBLIC_URL}/listing/${id}`,
          url: `${PUBLIC_URL}/listing/${id}`,
          title: 'Kapital Type II trucker, sashiko lining',
          content_text: expect.stringContaining('$365'),
          image: `${PUBLIC_URL}/media/${seller.id}/1-a-front-1080.webp`,
          date_published: expect.stringMatching(/^\d{4}-.*Z$/),
          authors: [{ name: 'Marlow', url: `${PUBLIC_URL}/profile/Marlow` }],
          tags: ['Outerwear'],
        },
      ],
    });
  });

  test('a profile names the feeds of its listings', async () => {
    const { html } = await site.open('/profile/Marlow');
    expect(html).toContain(`href="/feed.xml?seller=${seller.id}" type="application/rss+xml"`);
    expect(html).toContain(`href="/feed.json?seller=${seller.id}" type="application/feed+json"`);
  });

  test.for(['colour=red', 'maxPrice=cheap', 'brand=a&brand=b'])('no feed exists for %s', async (query) => {
    expect((await site.open(`/feed.xml?${query}`)).status).toBe(400);
  });

  test('robots.txt excludes private pages', async () => {
    const { html: rules } = await site.open('/robots.txt');
    for (const path of ['/api/', '/auth/', '/messages', '/login']) {
      expect(rules).toContain(`Disallow: ${path}\n`);
    }
    expect(rules).toContain(`Sitemap: ${PUBLIC_URL}/sitemap.xml`);
  });

  test('security.txt names a contact', { tags: ['security-txt'] }, async () => {
    const { html: text, headers } = await site.open('/.well-known/security.txt');
    expect(headers.get('content-type')).toContain('text/plain');
    expect(text).toContain('Contact: mailto:security@shop.example\n');
    expect(Date.parse(/Expires: (\S+)/.exec(text)?.[1] ?? '')).toBeGreaterThan(Date.now());
  });
});
