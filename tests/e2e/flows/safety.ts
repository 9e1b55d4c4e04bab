import type { Report } from '@selvedge/shared/safety/reports';
import { expect } from 'playwright/test';
import type { Flow } from '../world.ts';

export const reportListing: Flow = async (page, hand, { other, stop }) => {
  const { id } = await (await other()).offer({ title: 'Fake coat' });
  await page.goto(`/listing/${id}`);
  const menu = page.getByRole('button', { name: 'More actions' });
  await hand.pick(menu, 'Report Listing');
  const form = page.getByRole('dialog', { name: 'Report this listing' });
  await hand.press(form.getByLabel('Counterfeit item'));
  await hand.fill(form.getByLabel('Details'), 'The label is printed.');
  await stop('a report');
  await hand.press(form.getByRole('button', { name: 'Send Report' }));
  await expect(page.getByText('Thank you. An admin will review it.')).toBeVisible();
  await expect(form).toBeHidden();
  await hand.expectFocusAt(menu);
};

export const blockMember: Flow = async (page, hand, { other, stop }) => {
  const { username, offer } = await other();
  await offer({ title: 'Boro jacket' });
  await page.goto(`/profile/${username}`);
  const menu = page.getByRole('button', { name: 'More actions' });
  await hand.pick(menu, `Block ${username}`);
  await expect(page.getByText(`You blocked ${username}`)).toBeVisible();
  await expect(page.getByText('You blocked this person')).toBeVisible();
  await hand.expectFocusAt(menu);
  await stop('a blocked member');
  await hand.press(page.getByRole('button', { name: 'Unblock', exact: true }));
  await expect(page.getByText(`You unblocked ${username}`)).toBeVisible();
  await expect(page.getByRole('link', { name: /Boro jacket/ })).toBeVisible();
};

export const resolveReport: Flow = async (page, hand, { me, other, becomeAdmin, stop }) => {
  const [seller, reporter] = [await other(), await other()];
  const { id } = await seller.offer({ title: 'Fake coat' });
  const details = `${reporter.username} saw the label.`;
  await reporter.call('POST', '/api/reports', { subject: 'listing', id, reason: 'counterfeit', details });
  await becomeAdmin();
  // The oldest come first: those of other flows would be in the way.
  let open: Report[] = [];
  await expect(async () => {
    open = await me.call<Report[]>('GET', '/api/admin/reports?state=open');
  }).toPass();
  // A decision closes every report about the same subject.
  for (const older of new Map(open.map((each) => [each.subjectId, each])).values()) {
    if (older.details === details) continue;
    await me.call('POST', `/api/admin/reports/${older.id}/resolve`, { action: 'dismiss', note: 'Not now.' });
  }
  await page.goto('/admin');
  const report = page.getByRole('article').filter({ hasText: details });
  await expect(report).toBeVisible();
  await stop('the open reports');
  await hand.press(report.getByRole('button', { name: 'Remove Listing' }));
  const decision = page.getByRole('dialog', { name: 'Remove Listing' });
  await hand.fill(decision.getByLabel('Reason'), 'The label is printed.');
  await stop('a decision');
  await hand.press(decision.getByRole('button', { name: 'Remove Listing' }));
  await expect(report).toHaveCount(0);
  await hand.press(page.getByRole('tab', { name: 'Resolved' }));
  await expect(report).toBeVisible();
  await stop('the decided reports');
  await hand.press(page.getByRole('tab', { name: 'Audit Log' }));
  await expect(page.getByText(`removed a listing of ${seller.username}`)).toBeVisible();
  await stop('the audit log');
};
