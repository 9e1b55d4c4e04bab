import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { setAdmin } from '../../../server/src/members/set-admin.ts';
import { next } from '../../support/clients/socket.ts';
import { joinWorld, PASSWORD, type Person } from '../../support/people/account.ts';
import { runOperator } from '../../support/people/run-operator.ts';
import { engines } from '../../support/servers/database.ts';
import { startWorld, type World } from '../../support/world.ts';

/** Unique titles: a response that contains one shows the item. */
const COAT = 'Xyloquartz coat';
const PARKA = 'Xyloquartz parka';

/**
 * Endpoints that show no items of other members, or only what the viewer already received: conversations and
 * own data.
 */
const WITHOUT_ITEMS = [
  '/api/health',
  '/api/ready',
  '/api/live',
  '/api/openapi.json',
  '/api/asyncapi.json',
  '/api/docs',
  '/api/login',
  '/api/auth/user',
  '/api/auth/export',
  '/api/auth/sessions/:id/end',
  '/api/blocks',
  '/api/keys',
  '/api/pages/:name',
  '/api/listings/:id/discount',
  '/api/listings/:id/interested',
  '/api/listings/:id/line',
  '/api/listings/:id/saved',
  '/api/saved/ids',
  '/api/saved/settings',
  '/api/closet.zip',
  '/api/closet/imports',
  '/api/closet/imports/:id',
  '/api/saved-searches',
  '/api/webhooks',
  '/api/discord-channels',
  '/api/webhooks/:id/deliveries',
  '/api/webhooks/:id/deliveries/:deliveryId',
  '/api/saved-searches/preview',
  '/api/dismissals',
  '/api/wtb-listings/:id/interested',
  '/api/deals',
  '/api/users/:username/vouches',
  '/api/conversations',
  '/api/conversations/:id/messages',
  '/api/conversations/:id/events',
  '/api/messages/:id/image',
  '/api/messages/search',
  '/api/warnings',
  '/api/notices/unread',
  '/api/notifications/key',
  '/api/notifications/settings',
  '/api/listing-sizes',
  '/api/suggestions',
];

describe.each(engines())('the items of a suspended member (%s)', (engine) => {
  let server: World;
  let seller: Person;
  let buyer: Person;
  let username: string;
  let coat: Awaited<ReturnType<Person['list']>>;
  let wanted: { id: string };
  let myWanted: { id: string };
  beforeEach(async () => {
    server = await startWorld({ engine });
    [seller, buyer] = [await joinWorld(server, 'marlow'), await joinWorld(server, 'odile')];
    username = (await seller.call<{ username: string }>('GET', '/api/auth/user')).username;
    const terms = { brand: 'Kapital', size: 'L', maxPrice: '900' };
    myWanted = await buyer.call('POST', '/api/wtb-listings', { ...terms, title: 'coat' });
    wanted = await seller.call('POST', '/api/wtb-listings', { ...terms, title: PARKA });
    coat = await seller.list(COAT);
    await buyer.call('PUT', `/api/listings/${coat.id}/saved`);
  });
  afterEach(() => server.close());

  const operator = async (command: string) => {
    const { code, errors } = await runOperator(command.split(' '), server.env);
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
  };
  const suspend = () => operator(`user suspend ${username}`);
  const restore = () => operator(`user restore ${username}`);

  /** The paths of all pages and endpoints that may show items, each with the item it must show. */
  function surfaces(): string[] {
    const reads = server.product.endpoints.filter(
      ({ method, access, path }) => method === 'get' && access !== 'admin' && !WITHOUT_ITEMS.includes(path),
    );
    expect(reads.length).toBeGreaterThan(7);
    const idOf = (path: string) => {
      if (path === '/api/wtb-listings/:id/matches') return myWanted.id;
      return path.startsWith('/api/wtb-listings') ? wanted.id : coat.id;
    };
    const queries: Record<string, string[]> = {
      '/api/listings': [
        '?brand=kapital',
        '?q=kapital',
        '?category=Outerwear',
        '?size=L',
        '?sort=newest',
        '?minPrice=1',
      ],
      '/api/wtb-listings': ['?q=xylo'],
      '/api/users/:username/listings': ['?sold=false'],
    };
    const calls = reads
      .filter(({ path }) => path !== '/api/demand' && path !== '/api/users/:username')
      .flatMap(({ path }) => {
        const address = path.replace(':id', idOf(path)).replace(':username', username);
        return ['', ...(queries[path] ?? [])].map((query) => address + query);
      });
    const pages = ['/', '/wtb', '/wtb?q=xylo', `/listing/${coat.id}`, `/wtb/${wanted.id}`, '/feed.xml'];
    const sitemaps = ['/sitemap/listings.xml', '/sitemap/wanted.xml', '/sitemap/profiles.xml'];
    return [...calls, ...pages, `/profile/${username}`, '/?brand=kapital', ...sitemaps];
  }
  const marks = () => [COAT, PARKA, `/listing/${coat.id}`, `/wtb/${wanted.id}`, `/profile/${username}<`];
  /** The surfaces that show an item of the seller, to a member or a visitor. */
  async function showing(): Promise<string[]> {
    const found: string[] = [];
    for (const address of surfaces()) {
      const responses = [await buyer.request('GET', address), await fetch(server.url + address)];
      const texts = await Promise.all(responses.map(async (one) => (one.status === 200 ? one.text() : '')));
      // A 404 page contains its own path.
      const shown = texts.join().replaceAll(/"canonical" href="[^"]*"/g, '');
      if (marks().some((mark) => shown.includes(mark))) found.push(address);
    }
    return found;
  }
  const counts = async () => {
    const demand = new URLSearchParams({ brand: 'Kapital', title: PARKA, size: 'L', category: 'Outerwear' });
    const { people } = await buyer.call<{ people: number }>('GET', `/api/demand?${demand}`);
    const profile = await buyer.call<Record<string, number>>('GET', `/api/users/${username}`);
    const preview = await buyer.call<{ count: number }>(
      'GET',
      '/api/saved-searches/preview?query=brand%3DKapital',
    );
    return [people, profile.activeCount, profile.wtbCount, preview.count];
  };

  test('are hidden from every page until restored', {
    tags: ['suspended-items'],
  }, async () => {
    // Matching runs after the listing is stored.
    await vi.waitFor(async () => expect(await showing()).toEqual(surfaces()), { timeout: 60_000 });
    expect(await counts()).toEqual([1, 1, 1, 1]);
    const before = await buyer.call('GET', `/api/listings/${coat.id}`);
    await suspend();
    expect(await showing()).toEqual([]);
    expect(await counts()).toEqual([0, 0, 0, 0]);
    await restore();
    expect(await showing()).toEqual(surfaces());
    expect(await counts()).toEqual([1, 1, 1, 1]);
    expect(await buyer.call('GET', `/api/listings/${coat.id}`)).toEqual(before);
  });

  test('take no new conversations', {
    tags: ['suspended-items'],
  }, async () => {
    const conversation = await buyer.openConversation(coat);
    const message = { conversationId: conversation.id, type: 'text', content: 'Is it raw?' };
    await buyer.call('POST', '/api/messages', message);
    const late = await joinWorld(server, 'late');
    await suspend();
    await expect(late.openConversation(coat)).rejects.toThrow(/^409 .*This listing is no longer available/);
    const offer = { sellerId: seller.id, wtbListingId: wanted.id, isWTB: true };
    await expect(late.call('POST', '/api/conversations', offer)).rejects.toThrow(/^409 /);
    const read = () => buyer.call<object[]>('GET', '/api/conversations');
    expect(await read()).toMatchObject([{ listing: { title: COAT, isRemoved: true } }]);
    const messages = await buyer.call('GET', `/api/conversations/${conversation.id}/messages`);
    expect(messages).toMatchObject([{ content: 'Is it raw?' }]);
    await restore();
    expect(await read()).toMatchObject([{ listing: { title: COAT, isRemoved: false } }]);
    await late.openConversation(coat);
  });

  test('disappear from open pages within a second', {
    tags: ['suspended-items'],
  }, async () => {
    const socket = buyer.connect();
    await next(socket, 'unread');
    const removals = [next(socket, 'listing:removed'), next(socket, 'wtb:removed')];
    await suspend();
    expect(await Promise.all(removals)).toEqual([{ id: coat.id }, { id: wanted.id }]);
    const back = [next(socket, 'listing:changed'), next(socket, 'wtb:changed')];
    await restore();
    expect(await Promise.all(back)).toMatchObject([{ listing: { id: coat.id } }, { wtb: { id: wanted.id } }]);
    socket.disconnect();
  });

  test('do not reappear through a pending change event', async () => {
    const socket = buyer.connect();
    await next(socket, 'unread');
    const events: string[] = [];
    socket.on('listing:changed', () => events.push('changed'));
    socket.on('listing:removed', () => events.push('removed'));
    // The first change is published at once, the last one a second later.
    for (const price of ['300', '310', '320']) {
      await seller.request('PATCH', `/api/listings/${coat.id}/price`, { price });
    }
    await suspend();
    await vi.waitFor(() => expect(events).toContain('removed'));
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(events.at(-1)).toBe('removed');
    socket.disconnect();
  });

  test('that the member removed earlier stay removed', async () => {
    const other = await seller.list('Removed');
    await seller.request('DELETE', `/api/listings/${other.id}`);
    await suspend();
    await restore();
    expect((await buyer.request('GET', `/api/listings/${other.id}`)).status).toBe(404);
    expect((await buyer.request('GET', `/api/listings/${coat.id}`)).status).toBe(200);
  });

  test('that an admin removed meanwhile do not return', { tags: ['suspended-items'] }, async () => {
    const admin = await joinWorld(server, 'admin');
    await admin.call('GET', '/api/auth/user');
    for (const [subject, id] of [
      ['listing', coat.id],
      ['wtb', wanted.id],
    ]) {
      await buyer.call('POST', '/api/reports', { subject, id, reason: 'counterfeit' });
    }
    await server.db.transact((tx) => setAdmin(tx, admin.id, true));
    await suspend();
    const isAdmin = async () => (await admin.request('GET', '/api/admin/reports')).status;
    await vi.waitFor(async () => expect(await isAdmin()).toBe(200), { timeout: 60_000 });
    for (const { id } of await admin.call<{ id: string }[]>('GET', '/api/admin/reports')) {
      const resolved = await admin.request('POST', `/api/admin/reports/${id}/resolve`, {
        ...{ action: 'remove', note: 'Checked' },
      });
      expect(resolved.status).toBe(204);
    }
    await restore();
    for (const path of [`/api/listings/${coat.id}`, `/api/wtb-listings/${wanted.id}`]) {
      expect((await buyer.request('GET', path)).status).toBe(404);
    }
  });

  test('are matched with later listings once restored', async () => {
    await suspend();
    const sold = await buyer.list('Xyloquartz parka, faded');
    await restore();
    const { data, error } = await server
      .client()
      .signInWithPassword({ email: seller.email, password: PASSWORD });
    if (error) throw error;
    const authorization = `Bearer ${data.session.access_token}`;
    const matches = async () => {
      const response = await server.call('GET', `/api/wtb-listings/${wanted.id}/matches`, {
        headers: { authorization },
      });
      return JSON.stringify(await response.json());
    };
    await vi.waitFor(async () => expect(await matches()).toContain(sold.id), { timeout: 60_000 });
  });

  test('include those posted at the moment of suspension', { tags: ['suspended-items'] }, async () => {
    const posting = Array.from({ length: 8 }, (_, i) =>
      seller.request('POST', '/api/wtb-listings', {
        ...{ brand: 'Kapital', size: 'L', maxPrice: '900' },
        title: `${PARKA} ${i}`,
      }),
    );
    await suspend();
    await Promise.all(posting);
    expect(await (await fetch(`${server.url}/api/wtb-listings?q=xylo`)).json()).toEqual([]);
  });
});
