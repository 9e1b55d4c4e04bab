import type { Wanted } from '@selvedge/shared/items/wanted';
import { expect, type Page } from 'playwright/test';
import { runAxe } from '../axe.ts';
import { holdRequests, openChatWorld, whileFailing } from '../chat-world.ts';
import { look } from '../look.ts';
import { openAccount } from '../people.ts';
import { test } from '../test.ts';

let world: Awaited<ReturnType<typeof openChatWorld>>;
test.beforeAll(async () => {
  world = await openChatWorld();
});
test.afterAll(() => world.close());

const rows = (page: Page) => page.getByRole('list', { name: 'Conversations' }).getByRole('listitem');
/** Chooses a filter: clicks the label, because the input itself is hidden. */
const show = (page: Page, filter: string) =>
  page.getByRole('radiogroup', { name: 'Show conversations' }).getByText(filter, { exact: true }).click();

const EMPTY = [
  ['Unread', 'No unread messages'],
  ['Needs reply', 'No one is waiting for a reply'],
  ['Buying', 'Not buying anything yet'],
  ['Selling', 'Not selling anything yet'],
  ['WTB', 'No WTB conversations'],
  ['Archived', 'No archived conversations'],
  ['All', 'No messages yet'],
] as const;

/** Six conversations with other members, each in a different state. */
async function fillInbox(me: Awaited<ReturnType<typeof world.join>>) {
  const [ana, ben] = [await world.join('ana'), await world.join('ben')];
  const { id: unread } = await ana.writeAbout(
    await me.offer('Ring coat, indigo, size three'),
    'Still there?',
  );
  const read = await me.writeAbout(await ana.offer('Sashiko vest'), 'Would you ship it to Lisbon, and how?');
  const vest = await me.offer('Boro vest');
  const sold = await ben.writeAbout(vest, 'I take it');
  await me.call('POST', `/api/conversations/${sold.id}/mark-read`, { seq: 1 });
  await me.call('PATCH', `/api/listings/${vest.id}/sold`);
  const want = { title: 'Type II trucker', brand: 'Kapital', size: '3', maxPrice: '900' };
  const wanted = await me.call<Wanted>('POST', '/api/wtb-listings', want);
  const about = { sellerId: me.id, listingId: null, wtbListingId: wanted.id, isWTB: true };
  const wtb = await ben.call<{ id: string }>('POST', '/api/conversations', about);
  await ben.send(wtb.id, 'I have this');
  const muted = await ben.writeAbout(await me.offer('Chore jacket'), 'Lower?');
  await me.call('PATCH', `/api/conversations/${muted.id}`, { isMuted: true });
  const archived = await ana.writeAbout(await me.offer('Old belt'), 'Never mind');
  await me.call('PATCH', `/api/conversations/${archived.id}`, { isArchived: true });
  return { ana, unread, read, sold, wtb, muted };
}

for (const width of [1280, 390]) {
  test(`at ${width} px the inbox shows each state`, async ({ browser }) => {
    const me = await world.join('marlow');
    const { page } = await world.enter(browser, me, width);

    const load = await holdRequests(page, /\/api\/conversations\?/);
    await page.goto('/messages');
    await expect(page.getByRole('status', { name: 'Loading conversations' })).toBeVisible();
    // `look` would wait until it has loaded.
    expect(await runAxe(page)).toEqual([]);
    await load();
    await expect(page.getByText('No messages yet')).toBeVisible();
    await look(page, 'inbox-empty');
    for (const [filter, title] of EMPTY) {
      await show(page, filter);
      await expect(page.getByText(title, { exact: true })).toBeVisible();
    }

    // Messages that arrive while the inbox is open appear at once, each in its state.
    await fillInbox(me);
    await expect(rows(page)).toHaveCount(5);
    const row = (title: string) => rows(page).filter({ hasText: title });
    for (const title of ['Ring coat, indigo, size t…', 'Type II trucker', 'Chore jacket']) {
      await expect(row(title).getByText('Unread', { exact: true })).toBeAttached();
    }
    for (const title of ['Sashiko vest', 'Boro vest']) {
      await expect(row(title).getByText('Unread', { exact: true })).toHaveCount(0);
    }
    await expect(row('Sashiko vest')).toContainText('You: Would you ship it to Lisbon, a…');
    await expect(row('Boro vest').getByText('Sold', { exact: true })).toBeVisible();
    await expect(row('Type II').getByText('WTB', { exact: true })).toBeVisible();
    await expect(row('Chore jacket').getByText('Muted', { exact: true })).toBeAttached();
    await look(page, 'inbox');
    for (const [filter, count] of [
      ['Unread 3', 3],
      ['Needs reply', 4],
      ['Buying', 2],
      ['Selling', 3],
      ['WTB', 1],
      ['Archived', 1],
    ] as const) {
      await show(page, filter);
      await expect(rows(page)).toHaveCount(count);
    }
    await look(page, 'inbox-archived');
    await show(page, 'All');

    const search = page.getByLabel('Search messages');
    await search.fill('s');
    await expect(page.getByText('Type at least 2 characters')).toBeVisible();
    const find = await holdRequests(page, /\/api\/messages\/search/);
    await search.fill('lisbon');
    await expect(page.getByText('Searching…')).toBeVisible();
    await find();
    await expect(page.getByText('1 message found')).toBeVisible();
    await expect(page.locator('mark')).toHaveText('Lisbon');
    await look(page, 'search-hits');
    await search.fill('nowhere');
    await expect(page.getByText('No messages found')).toBeVisible();
    await look(page, 'search-none');
    await whileFailing(page, /\/api\/messages\/search/, async () => {
      await search.fill('elsewhere');
      await expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible();
      await look(page, 'search-failed');
    });
  });

  test(`at ${width} px each notification has a switch`, async ({ browser }) => {
    const me = await world.join('odile');
    const { page } = await world.enter(browser, me, width);
    await page.goto(`/profile/${me.username}`);
    await openAccount(page, 'Notifications');
    for (const name of [
      /^Push in this browser/,
      'Messages by push',
      'Messages by e-mail',
      'Matches by e-mail',
    ]) {
      await expect(page.getByRole('checkbox', { name })).toBeAttached();
    }
    await look(page, 'notification-settings');
  });
}
