import { expect, test } from 'vitest';
import { worldForAll } from '../../../support/world.ts';

const server = worldForAll({
  env: {
    TRUST_PROXY: 'true',
    RATE_LIMITS: 'on',
  },
});

test('all networks of an IPv6 subscriber share one limit', async () => {
  const { id } = await server.join('marlow');
  let count = 0;
  const from = async (address: string) => {
    count += 1;
    const response = await server.call('POST', '/api/visitor-reports', {
      json: { subject: 'user', id, reason: 'scam', email: `visitor-${count}@example.com` },
      headers: { 'x-forwarded-for': address },
    });
    return response.status;
  };
  for (let network = 1; network <= 5; network += 1) expect(await from(`2001:db8:1:${network}::1`)).toBe(201);
  expect(await from('2001:db8:1:6::1')).toBe(429);
  expect(await from('2001:db8:2:6::1')).toBe(201);
  expect(await from('192.0.2.1')).toBe(201);
});
