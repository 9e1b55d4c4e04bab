import { createHash } from 'node:crypto';
import { DEFAULTS } from '@selvedge/shared/instance/instance-settings';
import type { TextPage } from '@selvedge/shared/instance/text-pages';
import { foldLetters } from '@selvedge/shared/platform/fold';
import { afterEach, describe, expect, test } from 'vitest';
import { changeSettings } from '../../../server/src/instance/settings/change-settings.ts';
import { readMarkdown } from '../../../server/src/instance/text-pages/read-markdown.ts';
import { readRows } from '../../support/data/rows.ts';
import { cpuOf } from '../../support/measuring/longest-turn.ts';
import { PASSWORD } from '../../support/people/account.ts';
import { engines } from '../../support/servers/database.ts';
import { canonicalOf, dataOf, metaOf, titleOf } from '../../support/servers/site.ts';
import { startWorld, type World } from '../../support/world.ts';

const RULES = '# Be kind\n\nNo *fakes*.';
const HASH = createHash('sha256').update(RULES).digest('hex');

test('Markdown becomes elements without any raw markup', () => {
  expect(
    readMarkdown('# One\n\n## Two\n\nA **bold** [link](https://x.example/) and `code`.\n\n- a\n- b'),
  ).toEqual([
    { tag: 'h2', children: ['One'] },
    { tag: 'h3', children: ['Two'] },
    {
      tag: 'p',
      children: [
        ...['A ', { tag: 'strong', children: ['bold'] }, ' '],
        ...[{ tag: 'a', href: 'https://x.example/', children: ['link'] }, ' and '],
        ...[{ tag: 'code', children: ['code'] }, '.'],
      ],
    },
    {
      tag: 'ul',
      children: ['a', 'b'].map((text) => ({ tag: 'li', children: [{ tag: 'p', children: [text] }] })),
    },
  ]);
  const hostile = readMarkdown(
    '<script>alert(1)</script>\n\n[x](javascript:alert(1)) [y](//evil.example) [y](/\\evil.example) [z](data:text/html,x) ![cat](https://evil.example/x.png)\n\n[w][1]\n\n[1]: vbscript:x',
  );
  expect(hostile).toEqual([
    '<script>alert(1)</script>',
    { tag: 'p', children: ['x', ' ', 'y', ' ', 'y', ' ', 'z', ' ', 'cat'] },
    { tag: 'p', children: ['w'] },
  ]);
  expect(
    readMarkdown('[ref][1] [mail](mailto:a@b.example) [own](/wtb)\n\n[1]: https://x.example'),
  ).toMatchObject([
    { children: [{ href: 'https://x.example' }, ' ', { href: 'mailto:a@b.example' }, ' ', { href: '/wtb' }] },
  ]);
  // Deep nesting is flattened.
  expect(JSON.stringify(readMarkdown(`${'>'.repeat(39)} deep`))).toContain('deep');
});

/** As in the tests of other texts: a slow machine may stall for as long as it takes to fold a million letters. */
const stallMax = () =>
  Math.max(
    50,
    cpuOf(() => foldLetters('étéà '.repeat(200_000))),
  );

test.each(['**_', '>', '[', 'a**b', '<', '- ', '-\n', '1) ', '1.\t', 'a\r', '![', '[a](<b', '`a``', '> - '])(
  'a page of %j never blocks the event loop',
  { tags: ['stalls'] },
  (part) => {
    for (const length of [1_100, 20_000]) {
      const page = part.repeat(length / part.length);
      expect(cpuOf(() => readMarkdown(page))).toBeLessThan(stallMax());
    }
  },
);

test('a page of too many marks stays plain text', () => {
  for (const page of ['**_'.repeat(500), `${'1) '.repeat(40)}a`])
    expect(readMarkdown(page)).toEqual([{ tag: 'pre', children: [page] }]);
  expect(readMarkdown('-'.repeat(80))).toEqual([{ tag: 'hr', children: [] }]);
});

describe.each(engines())('the pages of an instance (%s)', (engine) => {
  let server: World;
  afterEach(() => server.close());
  const start = (settings: object, env: Record<string, string> = {}) =>
    (async () => {
      server = await startWorld({ engine, env, settings: { ...DEFAULTS, ...settings } });
    })();
  const page = async (path: string) => {
    const response = await fetch(server.url + path);
    return { status: response.status, html: await response.text() };
  };
  const consentOf = async (email: string) =>
    (await readRows(server.db, 'authUsers')).find((row) => row.email === email)?.consent;

  test('exist while they have a text', async () => {
    await start({});
    for (const name of ['rules', 'imprint', 'privacy']) {
      expect((await page(`/${name}`)).status).toBe(404);
      expect((await page(`/api/pages/${name}`)).status).toBe(404);
    }
    expect((await page('/')).html).not.toContain('<footer');
    await server.close();

    await start({ rules: RULES, imprint: 'Tide Ltd.', about: 'We are Tide.', contact: 'hi@tide.example' });
    const rules = await page('/rules');
    expect([rules.status, titleOf(rules.html)]).toEqual([200, 'Rules · Selvedge']);
    expect(dataOf(rules.html)['/api/pages/rules']?.body).toMatchObject({ hash: HASH, contact: '' });
    const { content, contact } = JSON.parse((await page('/api/pages/imprint')).html) as TextPage;
    expect([content, contact]).toEqual([[{ tag: 'p', children: ['Tide Ltd.'] }], 'hi@tide.example']);
    expect((await page('/about')).html).toContain('We are Tide.');
    expect((await page('/privacy')).status).toBe(404);
    const { html } = await page('/');
    expect(html).toContain('<a href="/rules">Rules</a><a href="/imprint">Imprint</a></nav>');
    expect((await page('/.well-known/security.txt')).html).toContain('Contact: mailto:hi@tide.example\n');
  });

  test('show their whole text without scripts', async () => {
    const hostile = '<img src=x onerror=alert(1)> `__NONCE__` <!--__HEAD__-->';
    const imprint = `# ${hostile}\n\n${hostile}\n\n[y](//evil.example) one\\\ntwo\n\n---\n\n1. \`a < b\``;
    await start({
      rules: RULES,
      imprint,
      privacy: '# Only a heading',
      contact: 'hi@tide.example',
      name: 'Tide',
    });
    const bodyOf = (html: string) => /<div id="root">([\s\S]*)<\/main>/.exec(html)?.[1] ?? '';
    const rules = (await page('/rules')).html;
    expect(bodyOf(rules)).toContain(
      '<h1>Rules</h1><div class="text"><h2>Be kind</h2><p>No <em>fakes</em>.</p></div>',
    );
    expect(metaOf(rules)).toMatchObject({
      description: 'No fakes.',
      'og:description': 'No fakes.',
      'og:title': 'Rules',
      'og:url': `${server.url}/rules`,
    });
    expect(metaOf(rules)).not.toHaveProperty('robots');
    expect(canonicalOf(rules)).toBe(`${server.url}/rules`);
    const ours = bodyOf((await page('/imprint')).html);
    const escaped = '&lt;img src=x onerror=alert(1)&gt; <code>__NONCE__</code> &lt;!--__HEAD__--&gt;';
    expect(ours).toContain(`<h2>${escaped}</h2>`);
    expect(ours).toContain(`<p>y one<br />two</p><hr /><ol><li><p><code>a &lt; b</code></p></li></ol>`);
    expect(ours).toContain('<a href="mailto:hi@tide.example">hi@tide.example</a>');
    expect(ours).not.toContain('<img');
    expect(metaOf((await page('/privacy')).html)).not.toHaveProperty('description');
    const about = bodyOf((await page('/about')).html);
    for (const text of ['<h1>About Tide</h1>', 'Tide charges no fees.', 'Powered by Selvedge'])
      expect(about).toContain(text);
  });

  test('change at once', async () => {
    const sitemap = async () =>
      [...(await page('/sitemap/pages.xml')).html.matchAll(/<loc>([^<]*)/g)].map(([, loc]) =>
        loc?.replace(server.url, ''),
      );
    await start({});
    expect(await sitemap()).toEqual(['/', '/wtb', '/about']);
    await changeSettings(server.db, { rules: 'First.', about: 'We are Tide.' }, null);
    await expect.poll(sitemap, { timeout: 5_000 }).toEqual(['/', '/wtb', '/about', '/rules']);
    const response = await fetch(`${server.url}/rules`);
    expect(response.headers.get('cache-control')).toBe('private, no-cache');
    expect((await fetch(`${server.url}/api/pages/rules`)).headers.get('cache-control')).toContain('no-store');
    expect(await response.text()).toContain('<p>First.</p>');
    await changeSettings(server.db, { rules: 'Second.', about: '' }, null);
    const now = async () => (await page('/rules')).html;
    await expect.poll(now, { timeout: 5_000 }).toContain('<p>Second.</p>');
    expect((await page('/about')).html).toContain('Selvedge charges no fees.');
    await changeSettings(server.db, { rules: '' }, null);
    await expect.poll(async () => (await page('/rules')).status, { timeout: 5_000 }).toBe(404);
    expect(await sitemap()).toEqual(['/', '/wtb', '/about']);
  });

  test('security.txt falls back to the contact of the environment', async () => {
    await start({ contact: 'https://tide.example/hi' }, { SECURITY_CONTACT: 'https://sec.example' });
    expect((await page('/.well-known/security.txt')).html).toContain('Contact: https://sec.example\n');
  });

  test('a sign-up needs consent to the current rules', async () => {
    await start({ rules: RULES, contact: 'hi@tide.example' });
    const auth = server.client();
    const signUp = (email: string, data?: object) =>
      auth.signUp({ email, password: PASSWORD, ...(data && { options: { data } }) });
    for (const data of [undefined, { rules: '' }, { rules: true }])
      expect((await signUp('ana@example.com', data)).error?.message).toBe(
        'Agree to the rules of this site to sign up.',
      );
    const outdated = await signUp('ana@example.com', { rules: 'a'.repeat(64) });
    expect(outdated.error?.message).toMatch(/^The rules of this site have changed/);
    expect(await consentOf('ana@example.com')).toBeUndefined();

    const before = new Date().toISOString();
    expect((await signUp('ana@example.com', { rules: HASH, nick: 'a' })).error).toBeNull();
    const token_hash = await server.linkToken('ana@example.com');
    const { data } = await auth.verifyOtp({ token_hash, type: 'signup' });
    expect(data.user?.user_metadata).toEqual({ nick: 'a' });
    const consent = await consentOf('ana@example.com');
    expect(consent?.rules).toBe(HASH);
    expect((consent?.at ?? '') >= before).toBe(true);
    expect((await server.mailsTo('ana@example.com'))[0]).toContain('Contact: hi@tide.example');

    const json = { email: 'bo@example.com', password: PASSWORD };
    expect((await server.call('POST', '/api/auth/signup', { json })).status).toBe(400);
    const agreed = await server.call('POST', '/api/auth/signup', { json: { ...json, rules: HASH } });
    expect(agreed.status).toBe(200);
    expect((await consentOf('bo@example.com'))?.rules).toBe(HASH);
  });

  test('consent survives the expiry of a sign-up link', async () => {
    await start({ rules: RULES });
    const [auth, email] = [server.client(), 'ana@example.com'];
    await auth.signUp({ email, password: PASSWORD, options: { data: { rules: HASH } } });
    await server.linkToken(email);
    await server.db.transact(({ q, t }) => q.delete(t.authLinks).returning());
    await auth.resend({ type: 'signup', email });
    const token_hash = await server.linkToken(email, 2);
    expect((await auth.verifyOtp({ token_hash, type: 'signup' })).error).not.toBeNull();
    const form = new URLSearchParams({ token: token_hash, type: 'signup', password: PASSWORD });
    expect((await server.call('POST', '/auth/v1/verify', { body: form })).status).toBe(303);
    expect((await auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
    expect((await consentOf(email))?.rules).toBe(HASH);
  });
});
