import { expect, test } from 'vitest';
import { checkLicences, thirdPartyPage } from '../../scripts/licences.ts';
import { readLock, shippedPackages } from '../../scripts/shipped-packages.ts';

const lock = readLock();

test('every package that ships has a fitting licence', () => {
  expect(checkLicences(lock)).toEqual([]);
});

test('every package that ships is named with its licence', () => {
  const page = thirdPartyPage(lock);
  expect(page).toContain('## hono ');
  expect(page).toContain('## react ');
  expect(page).toMatch(/Copyright \(c\) .*Yusuke Wada/);
});

test('only what the product needs ships', () => {
  const shipped = shippedPackages(lock);
  expect(shipped).toContain('node_modules/better-sqlite3');
  expect(shipped).toContain('node_modules/react-dom');
  for (const name of ['vitest', 'typescript', 'vite']) expect(shipped).not.toContain(`node_modules/${name}`);
});

test.each(['GPL-2.0-only', 'SSPL-1.0', 'MIT AND CC-BY-NC-4.0', 'SEE LICENSE IN terms.txt', undefined])(
  'a package under %s is found at any depth',
  (license) => {
    const added = {
      ...lock,
      'node_modules/hono': { ...lock['node_modules/hono'], dependencies: { 'left-over': '1.0.0' } },
      'node_modules/left-over': { version: '1.0.0', ...(license !== undefined && { license }) },
    };
    expect(checkLicences(added)).toEqual([
      `left-over ships under "${license ?? ''}", which does not fit the AGPL`,
    ]);
  },
);

test('a choice of licences fits if one does', () => {
  const chosen = { ...lock, 'node_modules/hono': { license: '(GPL-2.0-only OR MIT)' } };
  expect(checkLicences(chosen)).toEqual([]);
});
