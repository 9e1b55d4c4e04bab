import { expect, test } from 'vitest';
import { createLog } from '../../../server/src/platform/observability/log.ts';
import { joinWorld } from '../../support/people/account.ts';
import { openWorld } from '../../support/world.ts';

test('a refusal is logged once, without secrets', {
  tags: ['logged-refusals'],
}, async () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const server = await openWorld({ log });
  const [seller, other] = [await joinWorld(server), await joinWorld(server)];
  const wanted = await seller.call<{ id: string }>('POST', '/api/wtb-listings', {
    title: 'Type II trucker',
    brand: 'Kapital',
    size: 'L',
    maxPrice: '300',
  });
  lines.length = 0;
  expect((await other.request('PUT', `/api/wtb-listings/${wanted.id}/fulfill`)).status).toBe(403);
  expect((await server.call('GET', '/media/chat/nobody.webp?token=secret')).status).toBeGreaterThan(399);
  expect((await server.call('GET', '/auth/v1/verify?token=secret&type=signup')).status).toBe(403);
  const bad = { token_hash: 'secret', type: 'signup' };
  expect((await server.call('POST', '/auth/v1/verify', { json: bad })).status).toBe(403);
  expect(
    (await server.call('GET', '/auth/v1/settings', { headers: { origin: 'https://evil.example' } })).status,
  ).toBe(403);
  const refused = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'refused');
  expect(refused).toEqual([
    expect.objectContaining({
      method: 'PUT',
      route: '/api/wtb-listings/:id/fulfill',
      memberId: other.id,
      code: 'forbidden',
    }),
    expect.objectContaining({ method: 'POST', route: '/auth/v1/verify', code: 'otp_expired' }),
    expect.objectContaining({ route: '/auth/v1/*', code: 'bad_origin' }),
  ]);
  expect(lines.join('')).not.toContain('secret');
});
