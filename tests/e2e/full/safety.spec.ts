import { type Browser, expect, type Locator, type Page } from 'playwright/test';
import { phonePhoto } from '../../support/data/pictures.ts';
import { signUp } from '../../support/people/account.ts';
import { makeAdmin } from '../../support/people/make-admin.ts';
import { expectNoViolations } from '../axe.ts';
import { openAccount, openAs, openBrowser, pressEnter, sendMessage, textsIn } from '../people.ts';
import { prepareProduct } from '../product.ts';
import { test } from '../test.ts';

const product = prepareProduct();

/** A member at an address, in their own browser that accepts every confirmation. */
async function openMember(browser: Browser, name: string, path: (username: string) => string) {
  const member = await signUp(product.url, name);
  const { username } = await member.call<{ username: string }>('GET', '/api/auth/user');
  const watched = await openBrowser(browser, product.url);
  await watched.page.emulateMedia({ reducedMotion: 'reduce' });
  watched.page.on('dialog', (dialog) => void dialog.accept());
  const enter = async () => {
    await openAs(watched.page, member.email, path(username));
  };
  return { ...watched, member, username, enter };
}

/** Decides a report, with a reason. */
async function decide(page: Page, report: Locator, action: string): Promise<void> {
  await report.getByRole('button', { name: action }).click();
  const form = page.getByRole('dialog', { name: action });
  await form.getByLabel('Reason').fill('As reported.');
  await form.getByRole('button', { name: action }).click();
  await expect(form).toBeHidden();
}

test('a reported listing is removed by an admin', async ({ browser }) => {
  const seller = await openMember(browser, 'seller', () => '/messages');
  const fake = await seller.member.list(await phonePhoto(), 'Fake coat');
  const coat = await seller.member.list(await phonePhoto(), 'Ring coat');
  const buyer = await openMember(browser, 'buyer', () => `/listing/${fake.id}`);
  const admin = await openMember(browser, 'keeper', () => '/admin');
  await makeAdmin({ DATA_DIR: product.dataDir }, admin.username);

  // By keyboard alone: the menu, the form, its first reason.
  await buyer.enter();
  await buyer.page.getByRole('button', { name: 'More actions' }).focus();
  await buyer.page.keyboard.press('Enter');
  await expect(buyer.page.getByRole('menuitem', { name: 'Report Listing' })).toHaveAttribute(
    'data-highlighted',
  );
  await buyer.page.keyboard.press('Enter');
  const form = buyer.page.getByRole('dialog', { name: 'Report this listing' });
  await form.getByLabel('Counterfeit item').check();
  await form.getByLabel('Details').fill('The label is printed.');
  await expect(form).toHaveCSS('opacity', '1');
  await expectNoViolations(buyer.page);
  await form.getByRole('button', { name: 'Send Report' }).click();
  await expect(buyer.page.getByText('Thank you. An admin will review it.')).toBeVisible();
  await expect(form).toBeHidden();

  await admin.enter();
  const report = admin.page.getByRole('article', { name: 'Report of a listing' });
  await expect(report.getByText('“The label is printed.”')).toBeVisible();
  await expectNoViolations(admin.page);
  await decide(admin.page, report, 'Remove Listing');
  await expect(admin.page.getByText('No open reports')).toBeVisible();
  // The buyer still has the listing's page open.
  await expect(buyer.page.getByRole('heading', { name: 'Listing Not Found' })).toBeVisible();
  await admin.page.getByRole('tab', { name: 'Audit Log' }).click();
  await expect(admin.page.getByText(`removed a listing of ${seller.username}`)).toBeVisible();
  await expectNoViolations(admin.page);
  await admin.page.getByRole('tab', { name: 'Delivery' }).click();
  await expect(admin.page.getByRole('row', { name: /^Sockets/ })).toContainText('2');
  await expectNoViolations(admin.page);

  const { id: conversation } = await buyer.member.openConversation(coat);
  await buyer.member.call('POST', '/api/messages', {
    conversationId: conversation,
    type: 'text',
    content: 'Nice coat',
  });
  await seller.enter();
  await seller.page.goto(`/messages/${conversation}`);
  await expect.poll(() => textsIn(seller.page)).toEqual(['Nice coat']);
  await buyer.page.goto(`/messages/${conversation}`);
  await sendMessage(buyer.page, 'Is it real?');
  await expect.poll(() => textsIn(seller.page)).toEqual(['Nice coat', 'Is it real?']);

  // A message is reported from its own menu.
  await pressEnter(seller.page.getByRole('button', { name: 'Message actions' }).first());
  await seller.page.keyboard.press('ArrowDown');
  await expect(seller.page.getByRole('menuitem', { name: 'Report Message' })).toHaveAttribute(
    'data-highlighted',
  );
  await seller.page.keyboard.press('Enter');
  const messageForm = seller.page.getByRole('dialog', { name: 'Report this message' });
  await messageForm.getByLabel('Spam').check();
  await messageForm.getByRole('button', { name: 'Send Report' }).click();
  await expect(messageForm).toBeHidden();
  await admin.page.getByRole('tab', { name: 'Open' }).click();
  const messageReport = admin.page.getByRole('article', { name: 'Report of a message' });
  await decide(admin.page, messageReport, 'Remove Message');
  await expect.poll(() => textsIn(buyer.page)).toEqual(['This message was removed', 'Is it real?']);

  await seller.page
    .getByRole('dialog', { name: 'Messages' })
    .getByRole('button', { name: 'More actions' })
    .click();
  await seller.page.getByRole('menuitem', { name: `Block ${buyer.username}` }).click();
  await expect(seller.page.getByText('You blocked this person')).toBeVisible();
  await expect(buyer.page.getByText("You can't message this person.")).toBeVisible();
  await expect(seller.page.getByLabel('Message', { exact: true })).toBeHidden();
  await expect(buyer.page.getByLabel('Message', { exact: true })).toBeHidden();
  await expectNoViolations(seller.page);

  // The page embeds the listing for everyone, but does not show it to a blocked member.
  await buyer.page.goto(`/listing/${coat.id}`);
  await expect(buyer.page.getByRole('heading', { name: 'Listing Not Found' })).toBeVisible();
  await buyer.page.goto(`/profile/${seller.username}`);
  await expect(buyer.page.getByRole('heading', { name: 'User not found' })).toBeVisible();

  await seller.page.goto(`/profile/${seller.username}`);
  await openAccount(seller.page, 'Account');
  await seller.page.getByRole('button', { name: `Unblock ${buyer.username}` }).click();
  await expect(seller.page.getByText("You haven't blocked anyone.")).toBeVisible();
  await expect(buyer.page.getByRole('heading', { name: seller.username })).toBeVisible();
  await buyer.page.goto('/admin');
  await expect(buyer.page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
});

test('an admin sees every version of a reported message', async ({ browser }) => {
  const seller = await openMember(browser, 'seller', () => '/messages');
  const buyer = await openMember(browser, 'buyer', () => '/messages');
  const admin = await openMember(browser, 'keeper', () => '/admin');
  await makeAdmin({ DATA_DIR: product.dataDir }, admin.username);
  const { id: conversationId } = await buyer.member.openConversation(
    await seller.member.list(await phonePhoto(), 'Ring coat'),
  );
  const message = { conversationId, type: 'text', content: 'I know where you live' };
  const { id } = await buyer.member.call<{ id: string }>('POST', '/api/messages', message);
  await buyer.member.call('PATCH', `/api/messages/${id}`, { content: 'I will find you' });
  await buyer.member.call('DELETE', `/api/messages/${id}`);

  await seller.enter();
  await seller.page.goto(`/messages/${conversationId}`);
  await expect.poll(() => textsIn(seller.page)).toEqual(['Message unsent']);
  await pressEnter(seller.page.getByRole('button', { name: 'Message actions' }));
  await expect(seller.page.getByRole('menuitem')).toHaveText(['Report Message']);
  await seller.page.keyboard.press('Enter');
  const form = seller.page.getByRole('dialog', { name: 'Report this message' });
  await form.getByLabel('Harassment or hate').check();
  await form.getByRole('button', { name: 'Send Report' }).click();
  await expect(form).toBeHidden();

  await admin.enter();
  const report = admin.page.getByRole('article', { name: 'Report of a message' });
  for (const line of [/^Original ·/, 'I know where you live', /^Edited ·/, 'I will find you', /^Unsent ·/]) {
    await expect(report.getByText(line)).toBeVisible();
  }
  await expectNoViolations(admin.page);
  await decide(admin.page, report, 'Dismiss');
  await expect(report).toHaveCount(0);
});
