import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { createKey, isApiKey } from '../../../../server/src/identity/keys/key-format.ts';
import { networkOf } from '../../../../server/src/identity/keys/network-of.ts';

const DIGITS = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'];
const numberOf = (text: string) => [...text].reduce((sum, digit) => sum * 62 + DIGITS.indexOf(digit), 0);

test('a key ends with the checksum of its start', { tags: ['api-keys'] }, () => {
  for (let n = 0; n < 200; n += 1) {
    const key = createKey();
    expect(key).toMatch(/^selvedge_[0-9A-Za-z]{36}$/);
    expect(numberOf(key.slice(-6))).toBe(crc32(key.slice(0, -6)));
    expect(isApiKey(key)).toBe(true);
  }
});

test('a mistyped key is no key', () => {
  const key = createKey();
  const other = key.at(-1) === 'x' ? 'y' : 'x';
  for (const typed of [key.slice(0, -1) + other, key.slice(0, -1), `${key}0`, ` ${key}`, 'selvedge_', ''])
    expect([typed, isApiKey(typed)]).toEqual([typed, false]);
});

test.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['2001:db8:7:9', '2001:db8:7::/48'],
  ['unknown', 'unknown'],
])('a use from %s is noted as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
