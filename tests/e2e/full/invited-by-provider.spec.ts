import { createHash } from 'node:crypto';
import { expect } from 'playwright/test';
import { freePort } from '../../../scripts/free-port.ts';
import { readConfig } from '../../../server/src/config.ts';
import { createInvite } from '../../../server/src/instance/invites/create-invite.ts';
import { revokeInvite } from '../../../server/src/instance/invites/revoke-invite.ts';
import type { Database } from '../../../server/src/platform/db/database.ts';
import { openDatabase } from '../../../server/src/platform/db/open.ts';
import { createLog } from '../../../server/src/platform/observability/log.ts';
import { type OpenId, startOpenId } from '../../support/peers/openid.ts';
import { changeTo } from '../../support/servers/features.ts';
import { startProduct } from '../../support/servers/product.ts';
import { makeTempDir } from '../../support/servers/temp.ts';
import { look } from '../look.ts';
import { openBrowser } from '../people.ts';
import { test } from '../test.ts';

const RULES = 'Be kind.';
const dir = makeTempDir();
let openId: OpenId;
let product: Awaited<ReturnType<typeof startProduct>>;
let db: Database;

test.beforeAll(async () => {
  const port = await freePort();
  openId = await startOpenId([`http://localhost:${port}`]);
  const { databaseUrl } = readConfig({ DATA_DIR: dir.path });
  await changeTo({ DATABASE_URL: databaseUrl }, { signUp: 'invite', rules: RULES });
  product = await startProduct({
    entry: 'server/build/app/main.js',
    dataDir: dir.path,
    port,
    env: { ...openId.env, RATE_LIMITS: 'on' },
  });
  db = await openDatabase(databaseUrl, createLog('error'));
});
test.afterAll(async () => {
  await db.close();
  await product.stop();
  await openId.close();
  dir.remove();
});

const invite = async () => {
  const terms = { uses: 1, days: 1, note: '' };
  const { invite, link } = await createInvite({ db, publicUrl: product.url }, terms, null);
  return { id: invite.id, link };
};
const accountOf = async (email: string) =>
  (await db.read(({ q, t }) => q.select().from(t.authUsers))).find((row) => row.email === email);

for (const width of [1280, 390]) {
  test(`an invited newcomer joins with Acme, ${width} pixels wide`, async ({ browser }) => {
    const { page } = await openBrowser(browser, product.url, width);
    await page.emulateMedia({ colorScheme: width === 390 ? 'dark' : 'light', reducedMotion: 'reduce' });
    const proceed = page.getByRole('button', { name: 'Continue with Acme' });
    const email = openId.become().email ?? '';
    // Without an invitation, they are not asked to agree to anything.
    await page.goto('/login');
    await proceed.click();
    await expect(page.getByText('You need an invitation to sign up here.', { exact: true })).toBeVisible();
    await expect(page.getByRole('checkbox')).toHaveCount(0);

    const { link } = await invite();
    await page.context().clearCookies();
    await page.goto(`${link}&next=/wtb`);
    await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible();
    await proceed.click();
    await expect(
      page.getByText('To create an account, agree to the rules below, then continue with Acme again.'),
    ).toBeVisible();
    await look(page, 'asked-to-agree');
    expect(await accountOf(email)).toBeUndefined();
    await page.getByRole('checkbox', { name: /agree to them/ }).press('Space');
    await proceed.press('Enter');
    await expect(page.getByRole('button', { name: /^Account menu for / })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/wtb');
    expect((await accountOf(email))?.consent?.rules).toBe(createHash('sha256').update(RULES).digest('hex'));

    const second = await invite();
    const { page: late } = await openBrowser(browser, product.url, width);
    await late.emulateMedia({ colorScheme: width === 390 ? 'dark' : 'light', reducedMotion: 'reduce' });
    openId.become();
    await late.goto(second.link);
    await late.getByRole('checkbox', { name: /agree to them/ }).check();
    await revokeInvite(db, second.id, null);
    await late.getByRole('button', { name: 'Continue with Acme' }).click();
    await expect(late.getByText('This invitation was revoked. Please ask for a new one.')).toBeVisible();
    await look(late, 'revoked-on-the-way');
  });
}

test('a newcomer reads about too many wrong invitations', async ({ browser }) => {
  const { page } = await openBrowser(browser, product.url);
  const { link } = await invite();
  await page.goto(link);
  const guesses = new URLSearchParams({
    ...{ provider: 'oidc', invite: 'x'.repeat(32), redirect_to: `${product.url}/` },
    ...{ code_challenge: 'x'.repeat(43), code_challenge_method: 's256' },
  });
  await page.evaluate(
    (url) => Promise.all(Array.from({ length: 30 }, () => fetch(url, { redirect: 'manual' }))),
    `/auth/v1/authorize?${guesses}`,
  );
  await page.getByRole('button', { name: 'Continue with Acme' }).click();
  await expect(
    page.getByText('Too many wrong invitations were tried from your network. Please try again in an hour.'),
  ).toBeVisible();
});
