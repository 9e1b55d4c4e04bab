import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { DEFAULTS, type InstanceSettings } from '@selvedge/shared/instance-settings';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Mail } from '../../../server/src/mail/mailer.ts';
import { createMailTokens } from '../../../server/src/mail/unsubscribe/token.ts';
import { changeSettings } from '../../../server/src/settings/change-settings.ts';
import { addListing, addPerson, addWanted } from '../../support/people/market.ts';
import { type IdentityServer, startIdentity } from '../../support/servers/identity-server.ts';
import { metaOf, titleOf } from '../../support/servers/site.ts';

/** The name of the software in a text, or what it means; names such as `selvedge-scroll` are internal and never shown. */
const OLD_NAME = /Selvedge|\bselvedge\b(?!-)|self-finished edge/;
const TIDE: InstanceSettings = { ...DEFAULTS, name: 'Tide', tagline: 'Clothes that come back' };
const [TO, SITE, LINK] = ['ana@example.com', 'https://shop.example', 'https://shop.example/x'];

const FILED = { to: TO, number: 'R-1', about: 'a listing' };
const DECIDED = {
  ...{ ...FILED, link: LINK, action: 'remove', subject: 'listing', until: null, closedAt: new Date() },
  ...{ reason: 'A fake.', rule: null, isFoundByServer: false },
};

/** One call per mail of the product, with a value for each parameter. */
const SAMPLES: Record<string, unknown[]> = {
  confirmEmailMail: [TO, LINK],
  haveAccountMail: [TO, SITE],
  recoveryMail: [TO, LINK],
  confirmEmailChangeMail: [TO, LINK],
  confirmNewEmailMail: [TO, LINK],
  nonceMail: [TO, '123456', SITE],
  passwordChangedMail: [TO, SITE],
  emailChangedMail: [TO, SITE],
  discordLinkedMail: [TO, SITE],
  discordUnlinkedMail: [TO, SITE],
  oidcLinkedMail: [TO, 'Acme', SITE],
  oidcUnlinkedMail: [TO, 'Acme', SITE],
  recoveryCodesMadeMail: [TO, SITE],
  recoveryCodeUsedMail: [TO, 3, SITE],
  factorAddedMail: [TO, SITE],
  factorRemovedMail: [TO, SITE],
  passkeyAddedMail: [TO, SITE],
  passkeyRemovedMail: [TO, SITE],
  passkeyStepAddedMail: [TO, SITE],
  passkeyStepRemovedMail: [TO, SITE],
  freedMail: [{ to: TO, unsubscribe: LINK, title: 'Ring coat', link: LINK }],
  goodbyeMail: [TO, SITE],
  confirmReportMail: [{ ...FILED, link: LINK }],
  testMail: [TO, SITE],
  receiptMail: [{ ...FILED, publicUrl: SITE }],
  decisionMail: [DECIDED],
  concernedMail: [DECIDED],
  appealAnswerMail: [{ ...FILED, publicUrl: SITE, outcome: 'uphold', reason: 'It stays.' }],
  matchesMail: [
    { to: TO, publicUrl: SITE, unsubscribe: LINK, listings: [{ text: 'Coat', link: LINK }], count: 1 },
  ],
  unreadMail: [
    {
      ...{ to: TO, publicUrl: SITE, unsubscribe: LINK },
      conversations: [{ conversationId: 'c', from: 'odile', item: 'Coat', offer: null }],
    },
  ],
  vouchReleasedMail: [
    { to: TO, publicUrl: SITE, title: 'Coat', writer: 'odile', subject: 'marlow', unsubscribe: LINK },
  ],
  vouchRemovedMail: [{ to: TO, publicUrl: SITE, title: 'Coat', subject: 'marlow', reason: 'Rude.' }],
};

const NOT_MAILS = ['mailer.ts', 'outbox.ts', 'queries.ts'];

/** Every function of the mail folder that composes a mail, by its name. */
async function mailsOfProduct() {
  const folder = new URL('../../../server/src/mail/', import.meta.url);
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts') && !NOT_MAILS.includes(name));
  const modules = await Promise.all(files.map((name): Promise<object> => import(new URL(name, folder).href)));
  const exported = modules.flatMap((module) => Object.entries(module));
  return exported.filter(
    (entry): entry is [string, (...args: unknown[]) => Mail] =>
      /Mail$/.test(entry[0]) && typeof entry[1] === 'function',
  );
}

test('every mail has the name of its instance, and the old name nowhere', async () => {
  const mails = await mailsOfProduct();
  expect(mails.map(([name]) => name).toSorted()).toEqual(Object.keys(SAMPLES).toSorted());
  for (const [name, compose] of mails) {
    const mail = compose(...(SAMPLES[name] ?? []));
    const { text, html } = mail.render(TIDE);
    expect([name, mail.subject, text, html].join('\n')).not.toMatch(OLD_NAME);
    expect(text.endsWith('\n\nTide\n'), name).toBe(true);
    expect(html, name).toContain('>Tide</td>');
    expect(mail.render(DEFAULTS).html, name).toContain('>selvedge</td>');
  }
});

describe('an instance with another name', () => {
  let server: IdentityServer;
  let pages: string[];
  beforeAll(async () => {
    server = await startIdentity('sqlite', {}, undefined, undefined, TIDE);
    const { id, username } = await addPerson(server.db, 'odile');
    const [listing, wanted] = [await addListing(server.db, id), await addWanted(server.db, id)];
    pages = [
      ...[
        '/',
        '/?brand=kap',
        '/wtb',
        '/about',
        '/login',
        '/messages',
        '/verify',
        '/reset-password',
        '/admin',
      ],
      ...['/deals', '/rules', '/imprint', '/privacy', '/nowhere'],
      ...[
        `/listing/${listing}`,
        `/wtb/${wanted}`,
        `/profile/${username}`,
        '/listing/none',
        '/profile/nobody',
      ],
    ];
  });
  afterAll(() => server.close());
  const textOf = async (path: string) => (await fetch(server.url + path)).text();

  test('names itself on every page, in its title and its preview', async () => {
    for (const path of pages) {
      const html = await textOf(path);
      const allowed = path === '/about' ? 'Powered by Selvedge' : '';
      expect(html, path).toContain(allowed);
      expect(html.replace(allowed, ''), path).not.toMatch(OLD_NAME);
      expect(titleOf(html), path).toMatch(/( · Tide|^Tide: Clothes that come back)$/);
    }
    expect(metaOf(await textOf('/about'))).toMatchObject({
      'og:site_name': 'Tide',
      description: 'How Tide works: buyer protection, seller guidelines, notice and disclaimer.',
    });
  });

  test('names itself on pages without scripts, in every document and file for machines', async () => {
    const { make } = createMailTokens(new Uint8Array(32));
    const documents = server.endpoints
      .filter(({ method, access }) => method === 'get' && access === 'public')
      // A stream does not end, and what a path names is on a page.
      .filter(({ media, path }) => media !== 'text/event-stream' && !path.includes(':'))
      .map(({ path }) => path);
    expect(documents).toContain('/api/docs');
    for (const path of [
      ...documents,
      ...['/auth/v1/verify?token=x&type=signup', `/mail/unsubscribe?token=${make('x')}`],
      ...['/mail/unsubscribe/messages', '/auth/v1/settings', '/auth/v1/health'],
      ...['/manifest.webmanifest', '/feed.xml', '/sitemap.xml', '/sitemap/pages.xml', '/robots.txt'],
      ...['/.well-known/security.txt', '/favicon.svg', '/sw.js'],
    ]) {
      expect(await textOf(path), path).not.toMatch(OLD_NAME);
    }
    expect(JSON.parse(await textOf('/manifest.webmanifest'))).toMatchObject({
      ...{ name: 'Tide', short_name: 'Tide', description: 'Clothes that come back' },
    });
    expect(await textOf('/feed.xml')).toContain('<title>Newest listings · Tide</title>');
    expect(await textOf('/auth/v1/verify?token=x&type=signup')).toContain('<header><a href="/">Tide</a>');
  });

  test('has its accent in the API reference, under a policy that allows this style and no other', async () => {
    const accented = async () => {
      const response = await fetch(`${server.url}/api/docs`);
      const [, style = ''] = /<style>([^<]*)<\/style>/.exec(await response.text()) ?? [];
      const hash = createHash('sha256').update(style).digest('base64');
      expect(response.headers.get('content-security-policy')).toContain(`style-src 'sha256-${hash}';`);
      return style.includes('--action:#0b5563');
    };
    expect(await accented()).toBe(false);
    await changeSettings(server.db, { accent: '#0b5563' }, null);
    await expect.poll(accented).toBe(true);
  });

  test('signs its mails, and names itself in authenticator apps', async () => {
    const { email, auth } = await server.join();
    const [mail = ''] = server.mails(email);
    expect(mail).toContain('From: Tide <no-reply@localhost>');
    expect(mail).toContain('Welcome to Tide.');
    expect(mail).not.toMatch(OLD_NAME);
    const { data } = await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'phone' });
    const uri = new URL(data?.totp.uri ?? '');
    expect([decodeURIComponent(uri.pathname), uri.searchParams.get('issuer')]).toEqual([
      `/Tide:${email}`,
      'Tide',
    ]);
  });
});
