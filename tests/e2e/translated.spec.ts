import { expect, type Page } from 'playwright/test';
import { phonePhoto } from '../support/data/pictures.ts';
import { signUp } from '../support/people/account.ts';
import { openAs, openBrowser, sendMessage } from './people.ts';
import { prepareProduct } from './product.ts';
import { test } from './test.ts';
import { translatePage } from './translate.ts';

// A page that the browser translates goes on working, and shows what arrives. `full/flows-matrix.spec.ts` follows
// every flow on translated pages.

const product = prepareProduct();

const thread = (page: Page) => page.getByRole('dialog', { name: 'Messages' });
const isTranslated = (page: Page) => expect(page.locator('main font').first()).toBeAttached();

test('changes of a listing arrive on its translated page', async ({ browser }) => {
  const [seller, visitor] = [await signUp(product.url, 'seller'), await signUp(product.url, 'reader')];
  const coat = await seller.list(await phonePhoto(), 'Ring coat');
  const { page } = await openBrowser(browser, product.url);
  await page.addInitScript(translatePage);
  await openAs(page, visitor.email, `/listing/${coat.id}`);
  await isTranslated(page);
  const main = page.getByRole('main');
  await seller.call('PATCH', `/api/listings/${coat.id}/discount`, { newPrice: '300' });
  await expect(main).toContainText('$300');
  await expect(main).toContainText('$365');
  await seller.call('PATCH', `/api/listings/${coat.id}/price`, { price: '310' });
  await expect(main).toContainText('$310');
  await expect(main).not.toContainText('$300');
  await seller.call('PATCH', `/api/listings/${coat.id}/sold`);
  await expect(main).toContainText('Sold');
  await page.getByRole('link', { name: /home$/ }).click();
  await expect(page.getByRole('heading', { name: /All Listings/ })).toBeVisible();
});

test('messages arrive in a translated thread', async ({ browser }) => {
  const [seller, buyer] = [await signUp(product.url, 'seller'), await signUp(product.url, 'buyer')];
  const coat = await seller.list(await phonePhoto(), 'Ring coat');
  const { id } = await buyer.openConversation(coat);
  const { page } = await openBrowser(browser, product.url, 390);
  await page.addInitScript(translatePage);
  await openAs(page, buyer.email, `/messages/${id}`);
  await sendMessage(page, 'Is it here?');
  await expect(thread(page).getByRole('log')).toContainText('Is it here?');
  const say = (content: string) =>
    seller.call<{ id: string }>('POST', '/api/messages', { conversationId: id, type: 'text', content });
  const said = await say('It is');
  await expect(thread(page).getByRole('log')).toContainText('It is');
  await seller.call('PATCH', `/api/messages/${said.id}`, { content: 'It is, still' });
  await expect(thread(page).getByRole('log')).toContainText('It is, still');
  await sendMessage(page, 'And now?');
  await expect(thread(page)).toContainText('Sent');
  await seller.call('POST', `/api/conversations/${id}/mark-read`);
  await expect(thread(page)).toContainText('Read');
  await seller.call('PATCH', `/api/listings/${coat.id}/discount`, { newPrice: '300' });
  await expect(thread(page)).toContainText('$300');
  await seller.call('DELETE', `/api/messages/${said.id}`);
  await expect(thread(page).getByRole('log')).not.toContainText('It is, still');
});
