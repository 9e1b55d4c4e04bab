import { createHash } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULTS, type InstanceSettings } from '@selvedge/shared/instance/instance-settings';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { changeSettings } from '../../../server/src/instance/settings/change-settings.ts';
import { createMailTokens } from '../../../server/src/members/unsubscribe/token.ts';
import type { Mail } from '../../../server/src/platform/mail/mailer.ts';
import { readSettings } from '../../../server/src/platform/settings/settings.ts';
import { iconSvg, logoSvg } from '../../support/data/brand-pictures.ts';
import { startMailPeer } from '../../support/peers/mail-peer.ts';
import { PASSWORD } from '../../support/people/account.ts';
import { addListing, addMember, addWanted } from '../../support/people/market.ts';
import { runOperator } from '../../support/people/run-operator.ts';
import { metaOf, titleOf } from '../../support/servers/site.ts';
import { startWorld, type World } from '../../support/world.ts';

/** The name of the software in a text, or what it means; names such as `selvedge-scroll` are internal and never shown. */
const OLD_NAME = /Selvedge|\bselvedge\b(?!-)|self-finished edge/;
const TIDE: InstanceSettings = { ...DEFAULTS, name: 'Tide', tagline: 'Clothes that come back' };
const [TO, SITE, LINK] = ['ana@example.com', 'https://shop.example', 'https://shop.example/x'];
/** A site in `REDIRECT_ALLOW`. */
const ELSEWHERE = 'https://other.example';

const FILED = { to: TO, number: 'R-1', about: 'a listing' };
const DECIDED = {
  ...{ ...FILED, link: LINK, action: 'remove', subject: 'listing', until: null, closedAt: new Date() },
  ...{ reason: 'A fake.', rule: null, isFoundByServer: false },
};

/** One call per mail of the product, with a value for each parameter. */
const SAMPLES: Record<string, unknown[]> = {
  confirmEmailMail: [TO, LINK],
  haveAccountMail: [TO, ELSEWHERE],
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
  apiKeyMadeMail: [TO, SITE],
  apiKeyRevokedMail: [TO, SITE],
  apiKeyExpiresMail: [TO, new Date(), SITE],
  webhookOffMail: [{ to: TO, publicUrl: SITE, url: LINK, why: 'It is gone.' }],
  webhookGetsMessagesMail: [TO, SITE],
  goodbyeMail: [TO, SITE],
  confirmReportMail: [{ ...FILED, subject: 'listing', link: LINK }],
  testMail: [TO, SITE],
  receiptMail: [{ ...FILED, publicUrl: SITE }],
  decisionMail: [DECIDED],
  concernedMail: [DECIDED],
  appealAnswerMail: [{ ...FILED, publicUrl: SITE, outcome: 'uphold', reason: 'It stays.' }],
  unreadMail: [
    {
      ...{ to: TO, publicUrl: SITE, unsubscribe: LINK },
      conversations: [{ conversationId: 'c', from: 'odile', item: 'Coat', offer: null }],
    },
  ],
  updatesMail: [
    { to: TO, publicUrl: SITE, unsubscribe: LINK, notices: [{ text: 'New vouch from odile', path: '/' }] },
  ],
  vouchRemovedMail: [{ to: TO, publicUrl: SITE, title: 'Coat', subject: 'marlow', reason: 'Rude.' }],
};

const NOT_MAILS = ['mailer.ts', 'outbox.ts', 'queries.ts'];

/** Every function of the mail folder that composes a mail, by its name. */
async function mailsOfProduct() {
  const folder = new URL('../../../server/src/platform/mail/', import.meta.url);
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts') && !NOT_MAILS.includes(name));
  const modules = await Promise.all(files.map((name): Promise<object> => import(new URL(name, folder).href)));
  const exported = modules.flatMap((module) => Object.entries(module));
  return exported.filter(
    (entry): entry is [string, (...args: unknown[]) => Mail] =>
      /Mail$/.test(entry[0]) && typeof entry[1] === 'function',
  );
}

test('every mail has the name of its instance', async () => {
  const mails = await mailsOfProduct();
  expect(mails.map(([name]) => name).toSorted()).toEqual(Object.keys(SAMPLES).toSorted());
  for (const [name, compose] of mails) {
    const mail = compose(...(SAMPLES[name] ?? []));
    const { text, html } = mail.render(TIDE, SITE);
    expect([name, mail.subject, text, html].join('\n')).not.toMatch(OLD_NAME);
    expect(text.endsWith('\n\nTide\n'), name).toBe(true);
    expect(html, name).toContain('>Tide</td>');
    expect(mail.render(DEFAULTS, SITE).html, name).toContain('>selvedge</td>');
    for (const ground of ['any', 'light', 'dark'] as const) {
      const logo = `/media/instance/logo-1700000000000-${'0'.repeat(32)}-640x64-${ground}.png`;
      const shown = mail.render({ ...TIDE, logo }, SITE).html;
      const img = `<img src="${SITE}${logo}" width="240" height="24" alt="Tide" style="display:block;border:0" /></td>`;
      expect(shown, name).toContain(img);
      // Mails are light.
      expect(shown.includes(';background:#0d1016'), name).toBe(ground === 'dark');
    }
  }
});

describe('an instance with another name', () => {
  let server: World;
  let peer: Awaited<ReturnType<typeof startMailPeer>>;
  let pages: string[];
  let pictures: Pick<InstanceSettings, 'logo' | 'icon'>;
  beforeAll(async () => {
    peer = await startMailPeer();
    const { logo: _, icon: __, ...values } = TIDE;
    server = await startWorld({
      env: { REDIRECT_ALLOW: `${ELSEWHERE}/login`, SMTP_URL: peer.url },
      settings: values,
    });
    for (const [key, file] of Object.entries({ logo: logoSvg('#ffffff'), icon: iconSvg() })) {
      const path = join(server.dataDir, `${key}.svg`);
      writeFileSync(path, await file.text());
      expect(await runOperator(['instance', 'set', key, path], server.env)).toMatchObject({ code: 0 });
    }
    pictures = await readSettings(server.db);
    const isApplied = async () => expect(await textOf('/about')).toContain(pictures.icon.slice(0, -7));
    await vi.waitFor(isApplied, { timeout: 60_000 });
    const { id, username } = await addMember(server.db, 'odile');
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
  afterAll(async () => {
    await server.close();
    await peer.close();
  });
  const textOf = async (path: string) => (await fetch(server.url + path)).text();

  test('names itself on every page', async () => {
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

  test('shows its logo on every page', async () => {
    const { logo, icon } = pictures;
    const [, width, height] = /-(\d+)x(\d+)-dark\.png$/.exec(logo) ?? [];
    const img = `<img class="on-dark" src="${logo}" width="${width}" height="${height}" alt="Tide" />`;
    const sized = (size: string) => icon.replace('-512.png', `-${size}.png`);
    for (const path of pages) {
      const html = await textOf(path);
      expect(html, path).toContain(`<template id="brand">${img}</template>`);
      expect(html, path).not.toMatch(/favicon\.svg|mark-192/);
      for (const link of [
        `<link rel="icon" href="${sized('32')}" type="image/png" sizes="32x32" />`,
        `<link rel="icon" href="${sized('192')}" type="image/png" sizes="192x192" />`,
        `<link rel="apple-touch-icon" href="${sized('180')}" />`,
      ])
        expect(html, path).toContain(link);
    }
    // Also before the scripts have run.
    expect(await textOf('/')).toContain(`<span class="wordmark">${img}</span></a>`);
    expect(metaOf(await textOf('/about'))).toMatchObject({
      'og:image': `http://localhost:${new URL(server.url).port}${logo.replace('.png', '-share.png')}`,
      ...{ 'og:image:width': '1200', 'og:image:height': '630', 'og:image:alt': 'Tide' },
      'twitter:card': 'summary',
    });
    const { icons } = JSON.parse(await textOf('/manifest.webmanifest'));
    expect(icons).toEqual(
      ['192', '512', 'maskable-192', 'maskable-512'].map((size) => ({
        src: sized(size),
        sizes: size.replace(/\D*(\d+)/, '$1x$1'),
        type: 'image/png',
        purpose: size.startsWith('maskable') ? 'maskable' : 'any',
      })),
    );
    const addresses = [logo, ...icons.map(({ src }: { src: string }) => src), sized('32'), sized('180')];
    for (const address of addresses) expect((await fetch(server.url + address)).status, address).toBe(200);
  });

  test('names itself in every document', async () => {
    const { make } = createMailTokens(new Uint8Array(32));
    const documents = server.product.endpoints
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
    for (const path of ['/auth/v1/verify?token=x&type=signup', '/api/docs']) {
      const response = await fetch(server.url + path);
      const html = await response.text();
      expect(html, path).toContain(`<header><a href="/"><img class="on-dark" src="${pictures.logo}"`);
      const policy = response.headers.get('content-security-policy') ?? '';
      expect(policy).toContain("font-src 'self'; img-src 'self'; ");
    }
  });

  test('has its accent in the API reference', async () => {
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

  test('signs its mails', async () => {
    await server.client().signUp({ email: 'newcomer@example.com', password: PASSWORD });
    await expect.poll(() => peer.mails).toHaveLength(1);
    const [mail = ''] = peer.mails;
    expect(mail).toContain('From: Tide <no-reply@localhost>');
    expect(mail).toContain('Welcome to Tide.');
    expect(mail).toContain(`${pictures.logo}" width=`);
    expect(mail).not.toMatch(OLD_NAME);
    const { email } = await server.join('ines');
    const options = { emailRedirectTo: `${ELSEWHERE}/login` };
    await server.client().signUp({ email, password: PASSWORD, options });
    await expect.poll(() => peer.mails).toHaveLength(2);
    expect(peer.mails[1]).toContain(`href="${ELSEWHERE}/login"`);
    expect(peer.mails[1]).toContain(`src="http://localhost:${new URL(server.url).port}${pictures.logo}"`);
  });

  test('names itself in authenticator apps', async () => {
    const { email, session } = await server.join('marlow');
    const auth = server.client();
    await auth.setSession(session);
    const { data } = await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'phone' });
    const uri = new URL(data?.totp.uri ?? '');
    expect([decodeURIComponent(uri.pathname), uri.searchParams.get('issuer')]).toEqual([
      `/Tide:${email}`,
      'Tide',
    ]);
  });
});
