import type { Deal } from '@selvedge/shared/deals/deals';
import type { SignedVouches } from '@selvedge/shared/deals/vouches';
import { strFromU8, unzipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { joinWorld, PASSWORD, type Person } from '../../../support/people/account.ts';
import { engines } from '../../../support/servers/database.ts';
import { startWorld, type World } from '../../../support/world.ts';

describe.each(engines())('the deal of members who delete their accounts (%s)', (engine) => {
  let server: World;
  let [seller, buyer] = [] as unknown as [Person, Person];
  let dealId: string;

  beforeEach(async () => {
    server = await startWorld({ engine });
    [seller, buyer] = [await joinWorld(server, 'marlow'), await joinWorld(server, 'odile')];
    const listing = await seller.list();
    const { id: conversationId } = await buyer.openConversation(listing);
    await buyer.call('POST', '/api/messages', { conversationId, type: 'text', content: 'Is it raw?' });
    await seller.call('PATCH', `/api/listings/${listing.id}/sold`);
    const path = `/api/listings/${listing.id}/deal`;
    const { message } = await seller.call<{ message: { deal: { id: string } } }>('POST', path, {
      conversationId,
    });
    dealId = message.deal.id;
    await buyer.request('POST', `/api/deals/${dealId}/answer`, { isYes: true });
  });
  afterEach(() => server.close());

  const vouch = (as: Person, text: string) =>
    as.call<{ id: string }>('PUT', `/api/deals/${dealId}/vouch`, { rating: 'good', text });
  const leave = async (as: Person) =>
    expect((await as.request('DELETE', '/api/auth/user', { password: PASSWORD })).status).toBe(204);
  const everything = () =>
    server.db.read(async ({ q, t }) =>
      JSON.stringify([await q.select().from(t.deals), await q.select().from(t.vouches)]),
    );
  const archive = async (as: Person) => {
    const response = await as.request('GET', '/api/auth/export');
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
    return (path: string): unknown => JSON.parse(strFromU8(files[path] ?? new Uint8Array()));
  };

  test('is in the exports of both members', async () => {
    await vouch(buyer, 'Fast.');
    const blind = await archive(seller);
    expect([blind('vouches-written.json'), blind('vouches-received.json')]).toEqual([[], []]);
    await vouch(seller, 'Paid at once.');
    const full = await archive(seller);
    expect(full('vouches-written.json')).toMatchObject([{ text: 'Paid at once.' }]);
    expect(full('vouches-received.json')).toMatchObject([{ text: 'Fast.', writer: { id: buyer.id } }]);
  });

  test('stays for the other member with both vouches', async () => {
    const { id } = await vouch(buyer, 'Fast.');
    const { id: about } = await vouch(seller, 'Paid at once.');
    await buyer.request('POST', `/api/vouches/${about}/answer`, { text: 'With pleasure.' });
    await leave(buyer);
    const { vouches } = (await (
      await server.call('GET', `/api/users/${seller.username}/vouches`)
    ).json()) as SignedVouches;
    expect(vouches).toMatchObject([
      { id, text: 'Fast.', writer: { username: 'deleted user', isDeleted: true } },
    ]);
    const [deal] = await seller.call<Deal[]>('GET', '/api/deals');
    expect(deal).toMatchObject({ id: dealId, other: { isDeleted: true }, vouch: { text: 'Paid at once.' } });
    expect(await everything()).not.toContain('With pleasure.');
  });

  test.each([
    ['buyer', () => [buyer, seller]],
    ['seller', () => [seller, buyer]],
  ])('is deleted when both have left, the %s first', async (_, inOrder) => {
    await vouch(buyer, 'Fast.');
    await vouch(seller, 'Paid at once.');
    for (const member of inOrder()) await leave(member);
    expect(await everything()).toBe('[[],[]]');
  });
});
