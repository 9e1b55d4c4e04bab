import { PROOF_REQUEST } from '@selvedge/shared/conversations/proof-requests';
import type { Listing, Upload } from '@selvedge/shared/items/listings';
import type { ProofCode } from '@selvedge/shared/items/proof-photos';
import { type Browser, expect } from 'playwright/test';
import { readConfig } from '../../server/src/config.ts';
import { changeSettings, parseChange } from '../../server/src/instance/settings/change-settings.ts';
import { openDatabase } from '../../server/src/platform/db/open.ts';
import { createLog } from '../../server/src/platform/observability/log.ts';
import { phonePhoto, transparentPng } from '../support/data/pictures.ts';
import { signUp } from '../support/people/account.ts';
import { makeAdmin } from '../support/people/make-admin.ts';
import { fileOf, type InputDevice, keyboard, mouse } from './input-device.ts';
import { look } from './look.ts';
import { openAs, openBrowser, sendMessage } from './people.ts';
import { prepareProduct } from './product.ts';
import { test, testInFull } from './test.ts';

const product = prepareProduct({ AUTH_AUTOCONFIRM: 'true' }, ['proofPhoto']);
type Account = Awaited<ReturnType<typeof signUp>>;

const NOTE = /^We issued this code for this listing only/;
const CODE = /^[BCDFHJKMNPRTWXYZ]{6}$/;

async function openMember(browser: Browser, name: string, width: number) {
  const member = await signUp(product.url, name);
  const { page } = await openBrowser(browser, product.url, width);
  await page.emulateMedia({ colorScheme: width === 390 ? 'dark' : 'light', reducedMotion: 'reduce' });
  await openAs(page, member.email);
  const hand: InputDevice = width === 390 ? mouse(page) : keyboard(page);
  return { member, page, hand };
}

test("a buyer's request leads to a proof photo", async ({ browser }) => {
  const buyer = await openMember(browser, 'buyer', 390);
  const seller = await openMember(browser, 'seller', 1280);
  const listing = await seller.member.list(await phonePhoto(), 'Ring coat');

  const { page: asking, hand: tap } = buyer;
  await asking.goto(`/listing/${listing.id}`);
  await tap.press(asking.getByRole('button', { name: /^Message Seller/ }));
  await sendMessage(asking, 'Is it still there?');
  const ask = asking.getByRole('button', { name: 'Ask for a Proof Photo' });
  await expect(ask).toBeVisible();
  await look(asking, 'ask-for-proof');
  await tap.press(ask);
  await expect(asking.getByRole('log').getByText(PROOF_REQUEST)).toBeVisible();
  await expect(ask).toHaveCount(0);

  // The request leads the seller to the code of that listing.
  const { page, hand } = seller;
  await page.goto('/messages');
  await hand.press(page.getByRole('dialog').getByRole('button', { name: PROOF_REQUEST }));
  const lead = page.getByRole('link', { name: 'Add a Proof Photo' });
  await expect(lead).toBeVisible();
  await look(page, 'asked-for-proof');
  await page.goto((await lead.getAttribute('href')) ?? '');
  const dialog = page.getByRole('dialog', { name: 'Add a Proof Photo' });
  const code = await dialog.getByText(CODE).first().textContent();
  await expect(dialog.getByText(/^Valid for 7[12] h/)).toBeVisible();
  await look(page, 'proof-code');
  await hand.attach(dialog.getByLabel('Proof photo'), [await fileOf(await phonePhoto(), 'proof.jpg')]);
  await expect(page.getByText('Proof photo added')).toBeVisible();
  await expect(dialog).toBeHidden();

  // Everyone sees it as the last photo, with its day, its code, and what that confirms.
  await asking.goto(`/listing/${listing.id}`);
  const photos = asking.getByRole('region', { name: `Photos of ${listing.title}` });
  await tap.press(photos.getByRole('button', { name: 'Next photo' }));
  await expect(photos.getByText(/^Proof photo · [A-Z][a-z]{2} \d+$/)).toBeInViewport();
  await expect(photos.getByAltText(/2 of 2: proof photo$/)).toBeVisible();
  await look(asking, 'proof-in-carousel');
  await asking.getByText(NOTE).scrollIntoViewIfNeeded();
  await expect(asking.getByRole('heading', { name: `Proof photo with the code ${code}` })).toBeVisible();
  await look(asking, 'proof-note');

  // Nobody needs to ask for it any more.
  const other = await openMember(browser, 'other', 1280);
  const { id } = await other.member.openConversation(listing);
  await other.member.call('POST', '/api/messages', { conversationId: id, type: 'text', content: 'Hello' });
  const answered = other.page.waitForResponse((one) => one.url().endsWith(`/api/listings/${listing.id}`));
  await other.page.goto(`/messages/${id}`);
  await answered;
  await expect(other.page.getByRole('log').getByText('Hello')).toBeVisible();
  const asksAgain = other.page.getByRole('button', { name: 'Ask for a Proof Photo' });
  await expect(asksAgain).toHaveCount(0);

  const manage = page.getByRole('button', { name: 'Proof Photo', exact: true });
  await hand.press(manage);
  const current = page.getByRole('dialog', { name: 'Proof Photo', exact: true });
  await look(page, 'proof-of-mine');
  await hand.press(current.getByRole('button', { name: 'Replace' }));
  const replacing = page.getByRole('dialog', { name: 'Replace the Proof Photo' });
  await hand.attach(replacing.getByLabel('Proof photo'), [await fileOf(await phonePhoto(), 'again.jpg')]);
  await expect(replacing).toBeHidden();
  page.once('dialog', (question) => void question.accept());
  await hand.press(manage);
  await hand.press(current.getByRole('button', { name: 'Remove' }));
  await expect(page.getByText('Proof photo removed')).toBeVisible();
  await expect(asksAgain).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add a Proof Photo' })).toBeVisible();
  // The visitor's open page follows.
  await expect(asking.getByText(NOTE)).toHaveCount(0);
});

/** Lets the running server require proof photos; it applies the setting within seconds. */
async function requireProofPhotos(): Promise<void> {
  const db = await openDatabase(readConfig({ DATA_DIR: product.dataDir }).databaseUrl, createLog('error'));
  await changeSettings(db, parseChange('features.proofPhoto', 'required'), null).finally(() => db.close());
}

testInFull('posting needs a proof photo where it is required', async ({ browser }) => {
  await requireProofPhotos();
  const { page, hand } = await openMember(browser, 'seller', 390);
  const form = page.getByRole('dialog', { name: 'Create Listing' });
  await expect(async () => {
    await page.goto('/');
    await hand.pick(page.getByRole('button', { name: /^Account menu for / }), 'Sell Item');
    await expect(form.getByText('Code for this listing')).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await hand.attach(form.getByLabel('Add photos'), [await fileOf(await phonePhoto(), 'front.jpg')]);
  await hand.fill(form.getByLabel('Title'), 'Ring coat');
  await hand.fill(form.getByLabel('Brand'), 'Kapital');
  await hand.choose(form.getByLabel('Category'), 'Outerwear');
  await hand.fill(form.getByLabel('Size'), 'L');
  await hand.choose(form.getByLabel('Condition'), 'Used');
  await hand.fill(form.getByLabel('Price (USD)'), '365');
  await hand.press(form.getByRole('button', { name: 'Create Listing' }));
  await expect(form.getByText('Add a proof photo before you post.')).toBeVisible();
  await form.getByText('Add a proof photo before you post.').scrollIntoViewIfNeeded();
  await look(page, 'proof-required');
  await hand.attach(form.getByLabel('Proof photo'), [await fileOf(await phonePhoto(), 'proof.jpg')]);
  await expect(form.getByAltText('Your proof')).toBeVisible();
  await look(page, 'proof-given');

  // Closing the form loses neither.
  await hand.press(form.getByRole('button', { name: 'Cancel' }));
  await hand.pick(page.getByRole('button', { name: /^Account menu for / }), 'Sell Item');
  await expect(form.getByAltText('Your proof')).toBeVisible();
  await hand.press(form.getByRole('button', { name: 'Create Listing' }));
  await expect(form).toBeHidden();
  await page.goto(
    (await page
      .getByRole('link', { name: /Ring coat/ })
      .first()
      .getAttribute('href')) ?? '',
  );
  await expect(page.getByText(NOTE)).toBeVisible();
});

/** Posts a listing with a proof photo, which the instance requires by now. */
async function post(member: Account, photo: Blob, title: string): Promise<Listing> {
  const upload = async (picture: Blob) => {
    const form = new FormData();
    form.set('image', picture, 'front.jpg');
    return (await member.call<Upload>('POST', '/api/uploads/listings', form)).url;
  };
  const { code } = await member.call<ProofCode>('POST', '/api/proof-code');
  const fields = { brand: 'Kapital', category: 'Outerwear', size: 'L', condition: 'Used', price: '365' };
  const proof = { code, image: await upload(await transparentPng(60, 80)) };
  return member.call<Listing>('POST', '/api/listings', {
    ...fields,
    title,
    images: [await upload(photo)],
    proof,
  });
}

testInFull('an admin sees both matching photos', async ({ browser }) => {
  const admin = await signUp(product.url, 'admin');
  const { username } = await admin.call<{ username: string }>('GET', '/api/auth/user');
  await makeAdmin({ DATA_DIR: product.dataDir }, username);
  const [first, second] = [await signUp(product.url, 'first'), await signUp(product.url, 'second')];
  const photo = await phonePhoto();
  const original = await post(first, photo, 'Boro jacket');
  const copy = await post(second, photo, 'Boro jacket, rare');

  const { page } = await openBrowser(browser, product.url, 390);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await openAs(page, admin.email, '/admin');
  const hand = mouse(page);
  page.on('dialog', (question) => void question.accept());
  // The members of the other tests have used the photo, too.
  const claim = `${copy.seller.username} posted a photo that ${original.seller.username} has used before`;
  const report = page.getByRole('article').filter({ hasText: claim });
  await expect(async () => {
    await page.reload();
    await expect(report).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(report.getByRole('figure')).toHaveCount(2);
  await expect(report.getByRole('link', { name: 'Boro jacket', exact: true })).toHaveAttribute(
    'href',
    `/listing/${original.id}`,
  );
  await expect(report.getByRole('link', { name: copy.seller.username }).first()).toBeVisible();
  await look(page, 'same-photo');
  await page.setViewportSize({ width: 1280, height: 900 });
  await look(page, 'same-photo');
  // A member who has reported the listing as well reads the reason.
  await first.call('POST', '/api/reports', { subject: 'listing', id: copy.id, reason: 'scam' });
  await hand.press(report.getByRole('button', { name: 'Dismiss' }));
  const dismissal = page.getByRole('dialog', { name: 'Dismiss' });
  await hand.press(dismissal.getByRole('button', { name: 'Cancel' }));
  await hand.press(report.getByRole('button', { name: 'Remove Listing' }));
  const decision = page.getByRole('dialog', { name: 'Remove Listing' });
  await hand.fill(decision.getByLabel('Reason'), 'It is the photo of another listing.');
  await hand.press(decision.getByRole('button', { name: 'Remove Listing' }));
  await expect(report).toHaveCount(0);
  await hand.press(page.getByRole('tab', { name: 'Resolved' }));
  await expect(report.getByText('Boro jacket, rare')).toBeVisible();
  await look(page, 'same-photo-resolved');
});
