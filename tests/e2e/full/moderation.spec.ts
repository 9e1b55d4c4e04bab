import { type Browser, expect, type Page } from 'playwright/test';
import { phonePhoto } from '../../support/data/pictures.ts';
import { startMailPeer } from '../../support/peers/mail-peer.ts';
import { signUp } from '../../support/people/account.ts';
import { makeAdmin } from '../../support/people/make-admin.ts';
import { look } from '../look.ts';
import { openAccount, openAs, openBrowser } from '../people.ts';
import { prepareProduct } from '../product.ts';
import { test } from '../test.ts';

let mail: Awaited<ReturnType<typeof startMailPeer>>;
const settings = { AUTH_AUTOCONFIRM: 'true', SMTP_URL: '' };
// Before the product starts.
test.beforeAll(async () => {
  mail = await startMailPeer();
  settings.SMTP_URL = mail.url;
});
test.afterAll(() => mail.close());
const product = prepareProduct(settings);
const REASON = 'The label is printed.';

/** The newest mail to an address with this subject. */
async function mailTo(address: string, subject: RegExp): Promise<string> {
  const newest = () =>
    mail.mails
      .filter((one) => one.includes(address) && subject.test(/^Subject: (.*)$/m.exec(one)?.[1] ?? ''))
      .at(-1);
  await expect.poll(newest).toBeTruthy();
  return newest() ?? '';
}

const linkIn = (text: string, path: string): string => {
  const link = new RegExp(`http\\S+${path}\\?[\\w.=&;-]+`).exec(text)?.[0];
  if (!link) throw new Error(`the mail has no link to ${path}`);
  return link.replaceAll('&amp;', '&');
};

async function openAdmin(browser: Browser, name: string, width: number) {
  const member = await signUp(product.url, name);
  const { username } = await member.call<{ username: string }>('GET', '/api/auth/user');
  await makeAdmin({ DATA_DIR: product.dataDir }, username);
  const { page } = await openBrowser(browser, product.url, width);
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
  return { page, enter: () => openAs(page, member.email, '/admin') };
}

for (const width of [1280, 390]) {
  test(`an appeal restores a removed listing, at ${width} pixels`, async ({ browser }) => {
    const seller = await signUp(product.url, 'seller');
    const { id } = await seller.list(await phonePhoto(), 'Fake coat');
    const visitor = (await openBrowser(browser, product.url, width)).page;
    await visitor.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
    await visitor.goto(`/listing/${id}`);
    await expect(visitor.getByText('Sign In to Message').first()).toBeVisible();
    await visitor.getByRole('button', { name: 'Report this listing' }).click();
    const form = visitor.getByRole('dialog', { name: 'Report this listing' });
    await form.getByLabel('Counterfeit item').check();
    await form.getByLabel('Details').fill(REASON);
    const address = `visitor-${width}@example.com`;
    await form.getByLabel('Your e-mail').fill(address);
    await look(visitor, 'visitor-report');
    await form.getByRole('button', { name: 'Send Report' }).click();
    const sent = visitor.getByRole('dialog', { name: 'One more step' });
    const number =
      /R-\w{4}-\w{4}/.exec((await sent.getByText('Your report has the number').textContent()) ?? '')?.[0] ??
      '';
    await look(visitor, 'visitor-sent');
    await sent.getByRole('button', { name: 'Done' }).click();
    await visitor.goto(linkIn(await mailTo(address, /^Confirm your report/), '/mail/report'));
    await look(visitor, 'confirm');
    await visitor.getByRole('button', { name: 'Send Report' }).click();
    await expect(visitor.getByRole('heading', { name: `Report ${number} is sent` })).toBeVisible();
    expect(await mailTo(address, /^Your report/)).toContain(number);

    const admin = await openAdmin(browser, 'admin', width);
    const other = await openAdmin(browser, 'other', width);
    await admin.enter();
    const report = admin.page.getByRole('article').filter({ hasText: number });
    await expect(report.getByText(address)).toBeVisible();
    await report.getByRole('button', { name: /^Record of/ }).click();
    await expect(report.getByText('No actions about this member.')).toBeVisible();
    await look(admin.page, 'queue');
    await report.getByRole('button', { name: 'Remove Listing' }).click();
    const decision = admin.page.getByRole('dialog', { name: 'Remove Listing' });
    await decision.getByLabel('Reason').fill('It is a fake.');
    await decision.getByLabel('Rule or law').fill('Rule 4');
    await look(admin.page, 'decision');
    await decision.getByRole('button', { name: 'Remove Listing' }).click();
    await expect(report).toHaveCount(0);

    expect(await mailTo(address, /^Decision on your report/)).toContain('It is a fake.');
    const concerned = await mailTo(seller.email, /^Your listing was removed/);
    expect(concerned).toContain('Rule 4');
    expect(concerned).not.toContain(address);
    await visitor.goto(linkIn(concerned, '/mail/appeal'));
    await visitor.getByLabel('Why is the decision wrong?').fill('I have the receipt.');
    await look(visitor, 'appeal');
    await visitor.getByRole('button', { name: 'Send Appeal' }).click();
    await expect(visitor.getByRole('heading', { name: 'Your appeal is sent' })).toBeVisible();

    const answers = async (page: Page) => {
      const appeal = page.getByRole('article').filter({ hasText: 'I have the receipt.' });
      await appeal.getByRole('button', { name: 'Reverse Decision' }).click();
      const answer = page.getByRole('dialog', { name: 'Reverse Decision' });
      await answer.getByLabel('Reason').fill('The receipt is good.');
      await answer.getByRole('button', { name: 'Reverse Decision' }).click();
      return { appeal, answer };
    };
    await admin.page.reload();
    await expect(admin.page.getByText('1 appeal', { exact: false })).toBeVisible();
    // Only admins see the photos meanwhile.
    const removed = admin.page
      .getByRole('article')
      .filter({ hasText: 'I have the receipt.' })
      .getByRole('img');
    await expect
      .poll(() => removed.first().evaluate((img: HTMLImageElement) => img.naturalWidth))
      .toBeGreaterThan(0);
    await look(admin.page, 'appeals');
    const own = await answers(admin.page);
    await expect(own.answer.getByText('Another admin must answer this', { exact: false })).toBeVisible();
    await other.enter();
    const { appeal } = await answers(other.page);
    await expect(appeal).toHaveCount(0);
    expect(await mailTo(seller.email, /^Answer to your appeal/)).toContain('The receipt is good.');
    await visitor.goto(`/listing/${id}`);
    await expect(visitor.getByRole('heading', { name: 'Fake coat' })).toBeVisible();
    const photo = visitor.getByRole('img', { name: 'Kapital Fake coat, 1 of 1' });
    await expect.poll(() => photo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    await look(visitor, 'restored');
  });

  test(`a member confirms a warning, at ${width} pixels`, async ({ browser }) => {
    const seller = await signUp(product.url, 'seller');
    const reporter = await signUp(product.url, 'reporter');
    const { username } = await seller.call<{ username: string }>('GET', '/api/auth/user');
    const { id } = await seller.list(await phonePhoto(), 'Ring coat');
    const { page } = await openBrowser(browser, product.url, width);
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
    await openAs(page, seller.email, `/profile/${username}`);
    await openAccount(page, 'Account');
    await page.getByRole('button', { name: 'I sell as a business' }).click();
    await page.getByLabel('Business name').fill('Marlow Vintage GmbH');
    await page.getByLabel('Address', { exact: true }).fill('Hauptstr. 1\n10115 Berlin');
    await page.getByLabel('Contact e-mail').fill('shop@example.com');
    await look(page, 'business-form');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('button', { name: 'I no longer sell as a business' })).toBeVisible();
    await page.keyboard.press('Escape');
    for (const path of [`/profile/${username}`, `/listing/${id}`]) {
      await page.goto(path);
      await page.getByText('Business seller').click();
      await expect(page.getByText('Marlow Vintage GmbH')).toBeVisible();
      await look(page, path.startsWith('/p') ? 'business-profile' : 'business-listing');
    }

    const admin = await openAdmin(browser, 'admin', width);
    await admin.enter();
    const report = await reporter.call<{ number: string }>('POST', '/api/reports', {
      ...{ subject: 'user', id: seller.id, reason: 'spam' },
    });
    await admin.page.reload();
    const card = admin.page.getByRole('article').filter({ hasText: report.number });
    await card.getByRole('button', { name: `Warn ${username}` }).click();
    const form = admin.page.getByRole('dialog', { name: `Warn ${username}` });
    await form.getByLabel('Reason').fill('Please stop.');
    await form.getByRole('button', { name: `Warn ${username}` }).click();
    // The open page shows it at once.
    const warning = page.getByRole('dialog', { name: 'You got a warning from an admin' });
    await expect(warning.getByText('Please stop.')).toBeVisible();
    await look(page, 'warning');
    await warning.getByRole('button', { name: 'I have read it' }).click();
    await expect(warning).toBeHidden();
    await page.reload();
    await expect(page.getByText('Business seller')).toBeVisible();
    await expect(warning).toBeHidden();
  });
}
