import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { newChatImageKey, variantKey } from '../../../../server/src/platform/media/media-key.ts';
import { createPrivateUrls } from '../../../../server/src/platform/media/private-url.ts';

const MINUTE = 60_000;
const CONVERSATION = '01900000-0000-7000-8000-0000000000c1';
const [ME, OTHER] = ['01900000-0000-7000-8000-00000000000a', '01900000-0000-7000-8000-00000000000b'];
const key = newChatImageKey(CONVERSATION, 'seam.jpg', new Date());
const now = Date.UTC(2026, 0, 1, 12, 1, 7);

const urls = createPrivateUrls(new Uint8Array(32));
const queryOf = (url: string) => Object.fromEntries(new URL(url, 'http://shop.example').searchParams);

test('a URL opens its picture for minutes', () => {
  for (let second = 0; second < 300; second += 1) {
    const from = now + second * 1_000;
    const query = queryOf(urls.urlFor(key, ME, from));
    for (const width of [320, 640, 1080, 1800])
      expect(urls.opens(variantKey(key, width), query, from + 2 * MINUTE)).toBe(true);
    expect(urls.opens(key, query, from + 5 * MINUTE)).toBe(false);
  }
});

test('repeated requests soon get the same URL', () => {
  const start = Math.floor(now / 150_000) * 150_000;
  expect(urls.urlFor(key, ME, start + 149_999)).toBe(urls.urlFor(key, ME, start));
  expect(urls.urlFor(key, ME, start + 150_000)).not.toBe(urls.urlFor(key, ME, start));
});

test('another member gets another URL', () => {
  expect(urls.urlFor(key, OTHER, now)).not.toBe(urls.urlFor(key, ME, now));
});

test('a tampered URL opens nothing', { tags: ['private-photos'] }, () => {
  const query = queryOf(urls.urlFor(key, ME, now));
  const { for: viewer = '', until = '', sign = '' } = query;
  const changed = [
    {},
    { ...query, for: OTHER },
    { ...query, until: String(Number(until) + MINUTE) },
    { ...query, sign: sign.slice(1) },
    { ...query, sign: `${sign}a` },
    { ...query, sign: `${sign.startsWith('A') ? 'B' : 'A'}${sign.slice(1)}` },
    { for: viewer, until },
    queryOf(createPrivateUrls(randomBytes(32)).urlFor(key, ME, now)),
  ];
  expect(urls.opens(key, query, now)).toBe(true);
  for (const one of changed) expect(urls.opens(key, one, now)).toBe(false);
  const another = newChatImageKey(CONVERSATION, 'seam.jpg', new Date());
  expect(urls.opens(another, query, now)).toBe(false);
});
