import { TEXT_PAGES, type TextPage, type TextPageName } from '@selvedge/shared/instance/text-pages';
import type { CardListing, Listing } from '@selvedge/shared/items/listings';
import { SEARCH_FILTERS } from '@selvedge/shared/items/search-queries';
import type { Wanted } from '@selvedge/shared/items/wanted';
import type { Profile } from '@selvedge/shared/members/users';
import { GRID_PARAMS, REPEATED_PARAMS } from '@selvedge/shared/platform/limits';
import type { PageResponse } from '@selvedge/shared/platform/page-data';
import { CARD_SIZES } from '@selvedge/shared/platform/pictures';
import { countOfItems } from '@selvedge/shared/platform/titles';
import type { Context, Hono } from 'hono';
import { firstWords } from '../instance/public.ts';
import type { Database } from '../platform/db/database.ts';
import type { Env } from '../platform/http/endpoint.ts';
import type { LiveSettings } from '../platform/settings/follow-settings.ts';
import { findCoverSize } from './cover-size.ts';
import { DESCRIPTION_SHOWN, listingPage } from './describe-listing.ts';
import { profilePage } from './describe-profile.ts';
import { wantedPage } from './describe-wanted.ts';
import { embedList, listingCard, wantedCard } from './embed-list.ts';
import { createApiFetcher, type FetchApi, isPageResponse } from './fetch-api.ts';
import { firstOfHome } from './first-paint.ts';
import { firstOfAbout, firstOfText } from './first-text.ts';
import { missingPage, type Page, plainPage } from './page.ts';

const HOME = 'Buy and sell secondhand designer clothing directly with other people, and talk live. No fees.';
const WANTED = 'What people are looking for in secondhand designer clothing. Have it? Message them.';

/** Private pages, excluded from search engines. */
const PRIVATE = {
  '/admin': 'Admin',
  '/login': 'Sign in',
  '/messages': 'Messages',
  '/messages/:id': 'Messages',
  '/reset-password': 'Reset your password',
  '/updates': 'Updates',
  '/verify': 'Confirm your e-mail',
};
const GRID = '/api/listings?fields=card';
/** How many photos are visible when the grid opens on the narrowest screen. */
const FIRST_CARDS = 2;

/** The URL of a list, written exactly as the client will request it. */
function listAddress(c: Context, path: string, ...names: string[]): string {
  const query = new URLSearchParams();
  for (const name of names) {
    const terms = REPEATED_PARAMS.includes(name) ? (c.req.queries(name) ?? []) : [c.req.query(name)];
    for (const term of terms) if (term) query.append(name, term);
  }
  return query.size === 0 ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`;
}

/** Embeds the response of the REST call, or shows the not-found screen; the client repeats a failed call. */
async function resourcePage<T>(
  fetchApi: FetchApi,
  address: string,
  names: { missing: string; otherwise: string },
  describe: (resource: T) => Page | Promise<Page>,
): Promise<Page> {
  const result = await fetchApi(address);
  if (result === 'missing') return missingPage(names.missing);
  if (result === 'refused') return plainPage({ title: names.otherwise, description: null, canonical: null });
  // The API returns what its schemas define; the caller names the same type.
  const page = await describe(result.body as T);
  return { ...page, data: { ...page.data, [address]: result } };
}

const countIn = (response: PageResponse | undefined): string =>
  response?.total ? countOfItems(Number(response.total) + (response.isCapped ? 1 : 0)) : '';

interface PageRoutes {
  db: Database;
  settings: Pick<LiveSettings, 'current'>;
  publicUrl: string;
  sourceUrl: string | null;
  /** Whether a request for the set-up has a valid key. @throws rate_limited */
  isSettingUp(c: Context<Env>): Promise<boolean>;
  show(c: Context<Env>, page: Page): Promise<Response>;
}

export function pageRoutes(
  app: Hono<Env>,
  { db, settings, publicUrl, sourceUrl, isSettingUp, show }: PageRoutes,
): void {
  app.get('/', async (c) => {
    const address = listAddress(c, GRID, ...GRID_PARAMS);
    const data = await embedList<CardListing>(createApiFetcher(app, c), address, (card) => card);
    const listings = (data[address]?.body ?? []) as CardListing[];
    const covers = listings.slice(0, FIRST_CARDS).flatMap(({ images: [cover] }) => cover ?? []);
    const term = c.req.query('brand') || c.req.query('q') || null;
    const page = plainPage({ title: term, description: HOME, canonical: term ? null : '/' });
    // Only the client can render the filters above a filtered list.
    const isUnfiltered = address === GRID && listings.length > 0;
    return show(c, {
      ...page,
      data,
      feed: listAddress(c, '', ...SEARCH_FILTERS),
      firstPictures: covers.map((url) => ({ url, sizes: CARD_SIZES })),
      firstPaint: isUnfiltered ? firstOfHome(settings.current(), listings, countIn(data[address])) : null,
    });
  });

  app.get('/listing/:id', async (c) => {
    const address = `/api/listings/${encodeURIComponent(c.req.param('id'))}`;
    const names = { missing: 'Listing Not Found', otherwise: 'Listing' };
    const page = await resourcePage<Listing>(createApiFetcher(app, c), address, names, async (listing) =>
      listingPage(listing, await db.read((conn) => findCoverSize(conn, listing.id)), {
        publicUrl,
        instance: settings.current(),
      }),
    );
    return show(c, { ...page, module: 'items/listings/listing-page.tsx' });
  });

  app.get('/wtb', async (c) => {
    const address = listAddress(c, '/api/wtb-listings', 'q');
    const data = await embedList(createApiFetcher(app, c), address, wantedCard);
    const canonical = c.req.query('q') ? null : '/wtb';
    const module = 'items/wanted/wanted-page.tsx';
    return show(c, plainPage({ title: 'Want to Buy', description: WANTED, canonical, data, module }));
  });

  app.get('/wtb/:id', async (c) => {
    const fetchApi = createApiFetcher(app, c);
    const address = `/api/wtb-listings/${encodeURIComponent(c.req.param('id'))}`;
    const names = { missing: 'Want to Buy', otherwise: 'Want to Buy' };
    const page = await resourcePage<Wanted>(fetchApi, address, names, (wanted) =>
      wantedPage(wanted, settings.current().currency),
    );
    // The list is displayed beneath the WTB's dialog.
    const under = await embedList(fetchApi, listAddress(c, '/api/wtb-listings', 'q'), wantedCard);
    return show(c, { ...page, data: { ...under, ...page.data }, module: 'items/wanted/wanted-page.tsx' });
  });

  app.get('/profile/:username', async (c) => {
    const fetchApi = createApiFetcher(app, c);
    const address = `/api/users/${encodeURIComponent(c.req.param('username'))}`;
    const names = { missing: 'User not found', otherwise: 'Profile' };
    const page = await resourcePage<Profile>(fetchApi, address, names, async (profile) => ({
      ...profilePage(profile, settings.current().name),
      data: await embedList(fetchApi, `${address}/listings?sold=false`, listingCard),
    }));
    return show(c, { ...page, module: 'members/profile-page.tsx' });
  });

  async function textPage(c: Context<Env>, name: TextPageName): Promise<Response> {
    const address = `/api/pages/${name}`;
    const response = await createApiFetcher(app, c)(address);
    const data = isPageResponse(response) ? { [address]: response } : {};
    const text = data[address]?.body as TextPage | undefined;
    const description = text ? firstWords(text.content, DESCRIPTION_SHOWN) : null;
    const page = plainPage({ title: TEXT_PAGES[name], description, canonical: `/${name}` });
    const firstPaint = text ? firstOfText({ instance: settings.current(), sourceUrl }, name, text) : null;
    return show(c, { ...page, data, firstPaint, module: 'app/other-page.tsx' });
  }
  app.get('/about', (c) => {
    const instance = settings.current();
    if (instance.about !== '') return textPage(c, 'about');
    const description = `How ${instance.name} works: buyer protection, seller guidelines, notice and disclaimer.`;
    const page = plainPage({ title: 'About', description, canonical: '/about' });
    const firstPaint = firstOfAbout({ instance, sourceUrl });
    return show(c, { ...page, firstPaint, module: 'app/other-page.tsx' });
  });
  for (const name of ['rules', 'imprint', 'privacy'] as const)
    app.get(`/${name}`, (c, next) => (settings.current()[name] === '' ? next() : textPage(c, name)));
  const saved = plainPage({
    title: 'Saved',
    description: null,
    canonical: null,
    module: 'app/saved-page.tsx',
  });
  app.get('/saved', (c, next) => {
    const { features } = settings.current();
    return features.saved || features.savedSearches ? show(c, saved) : next();
  });
  const closet = plainPage({
    title: 'Bring in listings',
    description: null,
    canonical: null,
    module: 'app/closet-page.tsx',
  });
  app.get('/closet', (c, next) => (settings.current().features.closet ? show(c, closet) : next()));
  const deals = plainPage({ title: 'Deals', description: null, canonical: null });
  app.get('/deals', (c, next) => (settings.current().features.deals ? show(c, deals) : next()));
  const setup = plainPage({ title: 'Set up', description: null, canonical: null });
  app.get('/setup', async (c, next) => ((await isSettingUp(c)) ? show(c, setup) : next()));
  for (const [path, title] of Object.entries(PRIVATE)) {
    app.get(path, (c) => show(c, plainPage({ title, description: null, canonical: null })));
  }
}
