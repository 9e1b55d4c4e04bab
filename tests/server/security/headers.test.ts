import { describe, expect, onTestFinished, test } from 'vitest';
import { makeCall } from '../../support/contract/every-call.ts';
import { webpPicture } from '../../support/data/pictures.ts';
import { describeOnEngines, engines } from '../../support/servers/database.ts';
import { openSite } from '../../support/servers/site.ts';
import { startWorld } from '../../support/world.ts';

describeOnEngines('the content security policy of a page', ({ engine }) => {
  test("allows only this site's scripts", {
    tags: ['content-security-policy'],
  }, async () => {
    const site = await openSite({ engine });
    const nonces = new Set<string>();
    for (const path of ['/', '/wtb', '/login', '/messages', '/about', '/nothing']) {
      const { headers } = await site.open(path);
      const policy = headers.get('content-security-policy') ?? '';
      const nonce = /'nonce-([A-Za-z0-9+/=]{22,})'/.exec(policy)?.[1] ?? '';
      nonces.add(nonce);
      expect(policy.replaceAll(`'nonce-${nonce}'`, "'nonce'").split('; ')).toEqual([
        "default-src 'none'",
        "script-src 'self' 'nonce'",
        "style-src-elem 'self' 'nonce'",
        "style-src-attr 'none'",
        "connect-src 'self'",
        "img-src 'self' blob: data:",
        "font-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self' blob:",
        "form-action 'self'",
        "base-uri 'none'",
        "object-src 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        'trusted-types selvedge-worker',
      ]);
    }
    expect(nonces.size).toBe(6);
  });
});

/** Expected on every response, pages included. */
const GUARDED = {
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000',
};

const expectGuarded = (what: string, headers: Headers) => {
  const found = Object.keys(GUARDED).map((name) => [name, headers.get(name)]);
  expect([what, Object.fromEntries(found)]).toEqual([what, GUARDED]);
  expect(headers.get('access-control-allow-origin')).toBeNull();
};

describe.each(engines())('security headers (%s)', (engine) => {
  test('every endpoint forbids sniffing', {
    tags: ['security-headers'],
  }, async () => {
    const server = await startWorld({ engine, env: { PUBLIC_URL: 'https://shop.example' } });
    onTestFinished(() => server.close());
    for (const endpoint of server.product.endpoints) {
      const { headers } = await makeCall(server.url, endpoint);
      expectGuarded(`${endpoint.method} ${endpoint.path}`, headers);
      for (const directive of ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]) {
        expect(headers.get('content-security-policy'), endpoint.path).toContain(directive);
      }
    }
    const others = ['/api', '/api/nothing', '/metrics', '/assets/none.js', '/nothing', '/'];
    const ours = ['settings', 'verify?token=x&type=signup', 'user', 'nothing', '.well-known/jwks.json'];
    const media = ['/media/nothing', '/media/chat/0198a000-0000-7000-8000-000000000000.webp'];
    for (const path of [...others, ...ours.map((name) => `/auth/v1/${name}`), ...media]) {
      expectGuarded(path, (await server.call('GET', path)).headers);
    }
  });
});

describeOnEngines('security headers of pages', ({ engine }) => {
  test('are on every kind of page', { tags: ['security-headers'] }, async () => {
    const site = await openSite({ engine });
    for (const path of ['/', '/feed.xml', '/manifest.webmanifest', '/nothing', '/robots.txt']) {
      expectGuarded(path, (await site.open(path)).headers);
    }
    const url = await site.uploaded(await site.join('marlow'), await webpPicture(40, 60));
    expectGuarded(url, (await site.call('GET', url)).headers);
  });
});
