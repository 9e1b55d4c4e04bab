import { beforeEach, expect, test, vi } from 'vitest';
import { parseIpAddress } from '../../server/src/platform/core/ip-address.ts';
import { socketAddress } from '../../server/src/platform/http/client-address.ts';

vi.mock('../../server/src/platform/core/ip-address.ts', { spy: true });
const parse = vi.mocked(parseIpAddress);
beforeEach(() => parse.mockClear());

/** The address that a handshake through a trusted proxy counts by. */
const addressOf = (forwardedFor: string): string =>
  socketAddress(
    { socket: { remoteAddress: '127.0.0.1' }, headers: { 'x-forwarded-for': forwardedFor } } as never,
    true,
  );

test('an address is parsed once', () => {
  const networks = {
    '203.0.113.7': '203.0.113.7',
    '203.0.113.70': '203.0.113.70',
    '::ffff:203.0.113.8': '203.0.113.8',
    '2001:db8:1:2::1': '2001:db8:1:2',
    '2001:0DB8:0001:0002:ffff::1': '2001:db8:1:2',
    '2001:db8:1:3::1': '2001:db8:1:3',
  };
  for (let n = 0; n < 3; n += 1) {
    for (const [text, network] of Object.entries(networks)) expect(addressOf(text), text).toBe(network);
  }
  expect(parse).toHaveBeenCalledTimes(Object.keys(networks).length);
});

test('a text that is no address is not cached', () => {
  const zoned = `fe80:1:2:3::1%${'z'.repeat(1_000)}`;
  for (let n = 0; n < 3; n += 1) {
    expect(addressOf(zoned)).toBe('fe80:1:2:3');
    expect(addressOf('unknown')).toBe('unknown');
  }
  expect(parse).toHaveBeenCalledTimes(6);
});
