import { expect, type Page } from 'playwright/test';
import { phonePhoto } from '../../support/data/pictures.ts';
import { DENIED, deny } from '../deny-storage.ts';
import { fileOf } from '../input-device.ts';
import { look } from '../look.ts';
import { openBrowser, sendMessage, signUpAs } from '../people.ts';
import { prepareProduct } from '../product.ts';
import { test } from '../test.ts';
import { translatePage } from '../translate.ts';

const product = prepareProduct({});

const thread = (page: Page) => page.getByRole('dialog', { name: 'Messages' });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
/** A translation splits its text. */
const toSay = (page: Page, text: string | RegExp) =>
  expect(thread(page).getByRole('log')).toContainText(text);

async function vouch(page: Page, text: string): Promise<void> {
  const form = page.getByRole('dialog', { name: /^Vouch for/ });
  await form.getByLabel('Good', { exact: true }).check();
  await form.getByLabel('In your words').fill(text);
  await look(page, 'vouch');
  await form.getByRole('button', { name: 'Save Vouch' }).click();
  await expect(form).toBeHidden();
}

test('two strangers get from sign-up to vouches', async ({ browser }) => {
  test.setTimeout(600_000);
  const { page: seller } = await openBrowser(browser, product.url, 1280);
  await seller.addInitScript(deny, DENIED);
  seller.on('dialog', (dialog) => void dialog.accept());
  await signUpAs(seller, product.dataDir, 'seller@example.com');
  await look(seller, 'seller-home');
  await button(seller, 'Sell Item').click();
  const form = seller.getByRole('dialog', { name: 'Create Listing' });
  await form.getByLabel('Add photos').setInputFiles([await fileOf(await phonePhoto(), 'front.jpg')]);
  await form.getByLabel('Title').fill('Ring coat');
  await form.getByLabel('Brand').fill('Kapital');
  await form.getByLabel('Category').selectOption('Outerwear');
  await form.getByLabel('Size').fill('EU 42');
  await form.getByLabel('Condition').selectOption('Used');
  await form.getByLabel('Price (USD)').fill('1.340,50');
  await expect(form.getByText('$1,340.50')).toBeVisible();
  await look(seller, 'listing-form');
  await button(seller, 'Create Listing').click();
  await look(seller, 'username');
  await button(seller, 'Keep').click();
  await seller
    .getByRole('link', { name: /Ring coat/ })
    .first()
    .waitFor();

  const { page: buyer } = await openBrowser(browser, product.url, 390, { hasTouch: true, isMobile: true });
  await buyer.addInitScript(translatePage);
  await signUpAs(buyer, product.dataDir, 'buyer@example.com');
  await buyer
    .getByRole('link', { name: /Ring coat/ })
    .first()
    .waitFor();
  const [listing] = await (await buyer.request.get('/api/listings')).json();
  await buyer.goto(`/listing/${listing.id}`);
  await look(buyer, 'listing');
  await button(buyer, /^Message Seller/).click();
  await buyer.getByLabel('Message', { exact: true }).fill('Is it here?');
  await buyer.getByRole('button', { name: 'Send message' }).tap();
  await button(buyer, 'Keep').tap();
  await toSay(buyer, 'Is it here?');
  await look(buyer, 'thread');
  await button(buyer, 'Item actions').click();
  await buyer.getByRole('menuitem', { name: 'Make an Offer' }).click();
  await buyer.getByLabel('Amount (USD)').fill('1200,5');
  await look(buyer, 'offer-form');
  await button(buyer, 'Send Offer').click();

  await button(seller, /^Messages/).click();
  await thread(seller)
    .getByRole('button', { name: /Ring coat/ })
    .first()
    .click();
  await toSay(seller, '$1,200.50');
  await button(seller, 'Accept').dblclick();
  await expect(thread(seller)).toContainText(/Held for .* until/);
  await expect(thread(buyer)).toContainText('Held for you until');
  await sendMessage(seller, 'It is yours.');
  await toSay(buyer, 'It is yours.');
  await button(seller, 'Release').click();
  await toSay(buyer, 'Hold released');
  await look(seller, 'thread');
  await look(buyer, 'released');

  await thread(seller)
    .getByRole('link', { name: /Ring coat/ })
    .click();
  await button(seller, 'Mark Listing as Sold').click();
  await button(seller, 'Sold to Whom?').click();
  await seller.getByRole('dialog', { name: 'Sold to whom?' }).getByRole('radio').first().check();
  await look(seller, 'sold-to-whom');
  await button(seller, 'Save').click();
  await button(buyer, 'Yes').tap();
  await toSay(buyer, 'You both confirmed this deal.');
  await look(buyer, 'deal');

  await thread(buyer).getByRole('link', { name: 'Write a Vouch' }).tap();
  await vouch(buyer, 'As described, well packed.');
  await button(seller, /^Account menu/).click();
  await seller.getByRole('menuitem', { name: 'Deals' }).click();
  await button(seller, 'Write a Vouch').click();
  await vouch(seller, 'Paid at once.');
  await expect(seller.getByText(/^Public on /)).toBeVisible();
  await look(seller, 'vouched');
});
