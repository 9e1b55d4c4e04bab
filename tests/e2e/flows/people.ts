import { expect } from 'playwright/test';
import { PASSWORD } from '../people.ts';
import type { Flow } from '../world.ts';

export const browseProfile: Flow = async (page, hand, { me, stop }) => {
  await me.offer({ title: 'Boro jacket' });
  const sold = await me.offer({ title: 'Sashiko vest' });
  await me.call('PATCH', `/api/listings/${sold.id}/sold`);
  await me.want('Ring coat in indigo');
  await page.goto('/about');
  await expect(page.getByRole('heading', { name: 'About Selvedge' })).toBeVisible();
  await stop('about');
  await hand.pick(page.getByRole('button', { name: `Account menu for ${me.username}` }), 'Profile');
  await expect(page).toHaveURL(`/profile/${me.username}`);
  await expect(page.getByRole('link', { name: /Boro jacket/ })).toBeVisible();
  await stop('a profile');
  await hand.press(page.getByRole('tab', { name: 'WTB Listings (1)' }));
  await expect(page.getByRole('link', { name: /Ring coat in indigo/ })).toBeVisible();
  await stop('WTBs of a profile');
  await hand.press(page.getByRole('tab', { name: 'Sold Items (1)' }));
  await expect(page.getByRole('link', { name: /Sashiko vest/ })).toBeVisible();
  await stop('sold items of a profile');
  await hand.press(page.getByRole('tab', { name: 'Active Listings (1)' }));
  await expect(page.getByRole('link', { name: /Boro jacket/ })).toBeVisible();
};

export const changeUsername: Flow = async (page, hand, { me, stop }) => {
  await page.goto(`/profile/${me.username}`);
  const open = page.getByRole('button', { name: 'Settings' });
  await hand.press(open);
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await expect(settings.getByRole('tab', { name: 'Profile Picture' })).toBeVisible();
  await stop('the picture in the settings');
  await hand.press(settings.getByRole('tab', { name: 'Username' }));
  await expect(settings.getByRole('tabpanel', { name: 'Username' })).toBeVisible();
  await stop('Username in the settings');
  await hand.dismiss(settings, open);
  const menu = page.getByRole('button', { name: `Account menu for ${me.username}` });
  await hand.pick(menu, 'Account');
  const account = page.getByRole('dialog', { name: 'Account' });
  for (const tab of ['Account', 'Notifications', 'Two-step']) {
    await hand.press(account.getByRole('tab', { name: tab }));
    await expect(account.getByRole('tabpanel', { name: tab })).toBeVisible();
    await stop(`${tab} in the account settings`);
  }
  await hand.dismiss(account, menu);
  await hand.press(open);
  await hand.press(settings.getByRole('tab', { name: 'Username' }));
  await hand.press(settings.getByRole('button', { name: 'Edit' }));
  const name = settings.getByRole('textbox', { name: 'Username' });
  await expect(name).toBeFocused();
  await stop('a new username');
  const username = `Mr${me.username.slice(4)}`;
  await hand.fill(name, username);
  await hand.press(settings.getByRole('button', { name: 'Save' }));
  await expect(
    page.getByText('Username updated successfully! Redirecting to your new profile...'),
  ).toBeVisible();
  await expect(page).toHaveURL(`/profile/${username}`);
  await expect(page.getByRole('heading', { level: 1, name: username })).toBeVisible();
};

export const signOutAndIn: Flow = async (page, hand, { me, stop }) => {
  await page.goto('/wtb');
  await hand.pick(page.getByRole('button', { name: `Account menu for ${me.username}` }), 'Sign Out');
  await expect(page.getByRole('heading', { name: 'Sign in to Selvedge' })).toBeVisible();
  await stop('sign in');
  const submit = page.locator('form').getByRole('button', { name: 'Sign In', exact: true });
  await hand.fill(page.getByLabel('E-mail', { exact: true }), me.email);
  await hand.fill(page.getByLabel('Password', { exact: true }), 'wrong, but long enough');
  await hand.press(submit);
  await expect(page.getByText('Invalid login credentials')).toBeVisible();
  await stop('a refused sign-in');
  await hand.fill(page.getByLabel('Password', { exact: true }), PASSWORD);
  await hand.press(submit);
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('button', { name: `Account menu for ${me.username}` })).toBeVisible();
};
