import { expect, type Page } from 'playwright/test';
import { look, openTalks, whileFailing } from './messaging-world.ts';
import { say } from './people.ts';
import { test } from './test.ts';

let talks: Awaited<ReturnType<typeof openTalks>>;
test.beforeAll(async () => {
  talks = await openTalks({ RATE_LIMITS: 'on' });
});
test.afterAll(() => talks.close());

/** What may be started on the first day. */
const FIRST_DAY = 10;
const panel = (page: Page) => page.getByRole('dialog', { name: 'Messages' });

test('§8 a first message that is refused says why, and what was typed stays', async ({ browser }) => {
  const [me, seller] = [await talks.join('buyer'), await talks.join('seller')];
  const [coat, vest] = [await seller.offer('Ring coat'), await seller.offer('Boro vest')];
  const { page } = await talks.enter(browser, me, 390);
  const begin = async (id: string) => {
    await page.goto(`/listing/${id}`);
    await page.getByRole('button', { name: 'Message Seller' }).click();
    await expect(panel(page).getByText('$365')).toBeVisible();
  };
  const refused = async (text: string | RegExp) => {
    await say(page, 'Still there?');
    await expect(panel(page).getByRole('alert')).toHaveText(text);
    await expect(page.getByLabel('Message', { exact: true })).toHaveValue('Still there?');
    await expect(page.getByLabel('Message', { exact: true })).toBeFocused();
  };

  await begin(coat.id);
  await whileFailing(page, /\/api\/conversations$/, () =>
    refused('Failed to start conversation. Please try again.'),
  );
  // Sold while one writes.
  await seller.call('PATCH', `/api/listings/${coat.id}/sold`);
  await refused('This listing is no longer available.');

  for (let i = 1; i <= FIRST_DAY; i += 1) await me.writeAbout(await seller.offer(`Coat ${i}`), 'Hello');
  await begin(vest.id);
  await refused(
    /^New accounts can start 10 conversations on their first day\. You can start another in 2[34]h$/,
  );
  await look(page, 'newcomer-limit');
  await page.setViewportSize({ width: 1280, height: 900 });
  await refused(/^New accounts can start 10/);
  await look(page, 'newcomer-limit');
});
