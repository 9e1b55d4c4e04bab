import { beforeAll, expect, test, vi } from 'vitest';
import { loginPath, safeNextPath } from '../../../../web/src/lib/session/next-path.ts';

beforeAll(() => void vi.stubGlobal('location', new URL('https://shop.example/login')));

test.each(['/', '/listing/1', '/messages/1?x=1#y'])('a sign-in continues to %s', (next) => {
  expect(safeNextPath(next)).toBe(next);
});

test.each([
  null,
  '',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  'listing/1',
  '/..//evil.example',
  '/.//evil.example',
  '/\r\n/evil.example',
  '///evil.example',
  '/\\/evil.example',
  'https:evil.example',
  ' //evil.example',
  '\u0000//evil.example',
  '@evil.example',
  'data:text/html,<script>alert(1)</script>',
])('a sign-in never continues to %s', { tags: ['open-redirects'] }, (next) => {
  expect(safeNextPath(next)).toBe('/');
});

test('the return path survives encoding in the URL', () => {
  const next = new URL(loginPath('/?brand=a&b'), 'https://shop.example').searchParams.get('next');
  expect(safeNextPath(next)).toBe('/?brand=a&b');
});

test.each(['/login', '/login?next=%2Fwtb', '/login#email=a'])('no sign-in leads back to %s', (from) => {
  expect(loginPath(from)).toBe(from);
});
