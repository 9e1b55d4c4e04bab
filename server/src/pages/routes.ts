import { GRID_PARAMS } from '@selvedge/shared/limits';
import type { Listing } from '@selvedge/shared/listings';
import type { PageAnswer, PageData } from '@selvedge/shared/page-data';
import { CARD_SIZES } from '@selvedge/shared/pictures';
import { countOfItems } from '@selvedge/shared/titles';
import type { Profile } from '@selvedge/shared/users';
import type { Wanted } from '@selvedge/shared/wanted';
import type { Context, Hono } from 'hono';
import type { Database } from '../db/database.ts';
import type { Env } from '../http/endpoint.ts';
import { type Ask, createAsk } from './ask.ts';
import { findCoverSize } from './cover-size.ts';
import { listingPage } from './describe-listing.ts';
import { profilePage } from './describe-profile.ts';
import { wantedPage } from './describe-wanted.ts';
import { firstOfHome } from './first-paint.ts';
import { missingPage, type Page, plainPage } from './page.ts';

const HOME = 'Buy and sell secondhand designer clothing directly with other people, and talk live. No fees.';
const WANTED = 'What people are looking for in secondhand designer clothing. Have it? Message them.';
const ABOUT = 'How Selvedge works: buyer protection, seller guidelines, notice and disclaimer.';

/** Private pages, which are kept out of search engines. */
const PRIVATE = {
  '/admin': 'Admin',
  '/login': 'Sign in',
  '/messages': 'Messages',
  '/messages/:id': 'Messages',
  '/reset-password': 'Reset your password',
  '/verify': 'Confirm your e-mail',
};
/** How many photos are in sight when the grid opens on the narrowest screen. */
const FIRST_CARDS = 2;

/** The URL of a list with those of its page's query parameters, written exactly as the client will request it. */
function listAddress(c: Context, path: string, ...names: string[]): string {
  const query = new URLSearchParams();
  for (const name of names) {
    const term = c.req.query(name);
    if (term) query.set(name, term);
  }
  return query.size === 0 ? path : `${path}?${query}`;
}

const isAnswer = (asked: Awaited<ReturnType<Ask>>): asked is PageAnswer => typeof asked === 'object';

/** Calls these addresses. @returns those that were answered. */
async function answersTo(ask: Ask, ...addresses: string[]): Promise<PageData> {
  const asked = await Promise.all(addresses.map(async (address) => [address, await ask(address)] as const));
  return Object.fromEntries(asked.filter((one): one is [string, PageAnswer] => isAnswer(one[1])));
}

/**
 * The page of one thing, which is described by the answer of its REST call and embeds that; or the not-found screen.
 * When the call is refused, the client has to make it again.
 */
async function pageOfOne<T>(
  ask: Ask,
  address: string,
  names: { missing: string; otherwise: string },
  describe: (thing: T) => Page | Promise<Page>,
): Promise<Page> {
  const asked = await ask(address);
  if (asked === 'missing') return missingPage(names.missing);
  if (asked === 'refused') return plainPage({ title: names.otherwise, description: null, canonical: null });
  // The contract answers what its schemas say; the caller names the same type.
  const page = await describe(asked.body as T);
  return { ...page, data: { ...page.data, [address]: asked } };
}

/** The count of a list that the page brings along. */
const countIn = (answer: PageAnswer | undefined): string =>
  answer?.total ? countOfItems(Number(answer.total) + (answer.isCapped ? 1 : 0)) : '';

interface PageRoutes {
  db: Database;
  publicUrl: string;
  /** Answers with the client's page. */
  show(c: Context<Env>, page: Page): Promise<Response>;
}

/** Routes for every page of the client, with metadata for previews and the data that the first paint needs. */
export function pageRoutes(app: Hono<Env>, { db, publicUrl, show }: PageRoutes): void {
  app.get('/', async (c) => {
    const address = listAddress(c, '/api/listings', ...GRID_PARAMS);
    const data = await answersTo(createAsk(app, c), address);
    const listings = (data[address]?.body ?? []) as Listing[];
    const covers = listings.slice(0, FIRST_CARDS).flatMap(({ images: [cover] }) => cover ?? []);
    const brand = c.req.query('brand') || null;
    const page = plainPage({ title: brand, description: HOME, canonical: brand ? null : '/' });
    // Only the client can draw the filters above a filtered list.
    const isWhole = address === '/api/listings' && listings.length > 0;
    return show(c, {
      ...page,
      data,
      firstPictures: covers.map((url) => ({ url, sizes: CARD_SIZES })),
      firstPaint: isWhole ? firstOfHome(listings, countIn(data[address])) : null,
    });
  });

  app.get('/listing/:id', async (c) => {
    const address = `/api/listings/${encodeURIComponent(c.req.param('id'))}`;
    const names = { missing: 'Listing Not Found', otherwise: 'Listing' };
    const page = await pageOfOne<Listing>(createAsk(app, c), address, names, async (listing) =>
      listingPage(listing, await db.read((conn) => findCoverSize(conn, listing.id)), publicUrl),
    );
    return show(c, { ...page, module: 'listings/listing-page.tsx' });
  });

  app.get('/wtb', async (c) => {
    const data = await answersTo(createAsk(app, c), listAddress(c, '/api/wtb-listings', 'q'));
    const canonical = c.req.query('q') ? null : '/wtb';
    const module = 'wanted/wanted-page.tsx';
    return show(c, plainPage({ title: 'Want to Buy', description: WANTED, canonical, data, module }));
  });

  app.get('/wtb/:id', async (c) => {
    const ask = createAsk(app, c);
    const address = `/api/wtb-listings/${encodeURIComponent(c.req.param('id'))}`;
    const names = { missing: 'Want to Buy', otherwise: 'Want to Buy' };
    const page = await pageOfOne<Wanted>(ask, address, names, wantedPage);
    // The list is shown beneath the dialog of the request.
    const under = await answersTo(ask, listAddress(c, '/api/wtb-listings', 'q'));
    return show(c, { ...page, data: { ...under, ...page.data }, module: 'wanted/wanted-page.tsx' });
  });

  app.get('/profile/:username', async (c) => {
    const ask = createAsk(app, c);
    const address = `/api/users/${encodeURIComponent(c.req.param('username'))}`;
    const names = { missing: 'User not found', otherwise: 'Profile' };
    const page = await pageOfOne<Profile>(ask, address, names, async (profile) => ({
      ...profilePage(profile),
      data: await answersTo(ask, `${address}/listings?sold=false`),
    }));
    return show(c, { ...page, module: 'users/profile-page.tsx' });
  });

  const about = { title: 'About', description: ABOUT, canonical: '/about', module: 'app/about-page.tsx' };
  app.get('/about', (c) => show(c, plainPage(about)));
  for (const [path, title] of Object.entries(PRIVATE)) {
    app.get(path, (c) => show(c, plainPage({ title, description: null, canonical: null })));
  }
}
