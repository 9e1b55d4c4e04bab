import type { Conversation, Message } from '@selvedge/shared/conversations/conversations';
import type { Deal, Interested } from '@selvedge/shared/deals/deals';
import type { OwnVouch, SignedVouches } from '@selvedge/shared/deals/vouches';
import type { ListingDetails } from '@selvedge/shared/items/listings';
import type { Profile } from '@selvedge/shared/members/users';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readRows } from '../../../support/data/rows.ts';
import { joinWorld, type Person } from '../../../support/people/account.ts';
import { ageForTrust } from '../../../support/people/aged.ts';
import { engines } from '../../../support/servers/database.ts';
import { startWorld, type World } from '../../../support/world.ts';

describe.each(engines())('deals and vouches over REST (%s)', (engine) => {
  let server: World;
  let [seller, buyer, rival] = [] as unknown as [Person, Person, Person];
  let listingId: string;
  let conversation: Conversation;
  const nameOf = async (member: Person) => (await member.call<Profile>('GET', '/api/auth/user')).username;
  const write = (to: Conversation, from: Person) =>
    from.call<Message>('POST', '/api/messages', {
      conversationId: to.id,
      type: 'text',
      content: 'Is it raw?',
    });

  beforeEach(async () => {
    server = await startWorld({ engine });
    seller = await joinWorld(server, 'marlow');
    buyer = await joinWorld(server, 'odile');
    rival = await joinWorld(server, 'rival');
    const listing = await seller.list();
    listingId = listing.id;
    conversation = await buyer.openConversation(listing);
    await write(conversation, buyer);
    await rival.openConversation(listing);
  });
  afterEach(() => server.close());

  /** Both make the deal. @returns its id */
  async function makeDeal(): Promise<string> {
    await seller.call('PATCH', `/api/listings/${listingId}/sold`);
    const named = { conversationId: conversation.id };
    const { message } = await seller.call<{ message: Message }>(
      'POST',
      `/api/listings/${listingId}/deal`,
      named,
    );
    const id = message.deal?.id ?? '';
    expect((await buyer.request('POST', `/api/deals/${id}/answer`, { isYes: true })).status).toBe(204);
    return id;
  }

  test('list only members who wrote about the item', async () => {
    const interested = () => seller.call<Interested[]>('GET', `/api/listings/${listingId}/interested`);
    expect(await interested()).toMatchObject([{ person: { id: buyer.id }, conversationId: conversation.id }]);
    await seller.request('PUT', `/api/blocks/${buyer.id}`);
    expect(await interested()).toEqual([]);
  });

  test('outside this site leave nothing', async () => {
    await seller.call('PATCH', `/api/listings/${listingId}/sold`);
    expect(await seller.call('POST', `/api/listings/${listingId}/deal`, { conversationId: null })).toEqual({
      message: null,
    });
    expect(await readRows(server.db, 'deals')).toEqual([]);
  });

  test('lead from a named buyer to an answered vouch', async () => {
    const id = await makeDeal();
    const [deal] = await buyer.call<Deal[]>('GET', '/api/deals');
    expect(deal).toMatchObject({
      id,
      title: 'Type II trucker',
      other: { id: seller.id },
      isBuyer: true,
      vouch: null,
    });
    expect(Date.parse(deal?.vouchUntil ?? '') - Date.parse(deal?.madeAt ?? '')).toBe(60 * 24 * 3_600_000);

    await ageForTrust(server.db);
    const name = await nameOf(seller);
    const vouches = () => server.call('GET', `/api/users/${name}/vouches`);
    const read = async () => (await (await vouches()).json()) as SignedVouches;
    const counted = async () => ({
      profile: (await seller.call<Profile>('GET', `/api/users/${name}`)).trust,
      listing: (await seller.call<ListingDetails>('GET', `/api/listings/${listingId}`)).seller.trust,
      cached: ((await (await server.call('GET', `/api/listings/${listingId}`)).json()) as ListingDetails)
        .seller.trust,
    });
    const counts = (deals: number, vouches: number) => {
      const trust = { deals, members: deals, vouches };
      return { profile: trust, listing: trust, cached: trust };
    };
    expect(await counted()).toEqual(counts(1, 0));
    const own = await buyer.call<OwnVouch>('PUT', `/api/deals/${id}/vouch`, {
      rating: 'bad',
      text: 'A hole.',
    });
    expect((await buyer.call<Deal[]>('GET', '/api/deals'))[0]?.vouch).toEqual(own);
    expect((await seller.call<Deal[]>('GET', '/api/deals'))[0]?.vouch).toBeNull();
    expect([await counted(), (await read()).vouches]).toEqual([counts(1, 0), []]);

    await seller.call('PUT', `/api/deals/${id}/vouch`, { rating: 'good' });
    expect(await counted()).toEqual(counts(1, 1));
    const shown = { writer: { id: buyer.id }, rating: 'bad', text: 'A hole.', isByBuyer: true, answer: null };
    expect(await read()).toMatchObject({
      memberId: seller.id,
      username: name,
      trust: { deals: 1, members: 1 },
      vouches: [shown],
    });
    const answer = await seller.request('POST', `/api/vouches/${own.id}/answer`, { text: 'I said so.' });
    expect([answer.status, (await read()).vouches[0]?.answer]).toEqual([204, 'I said so.']);
    expect((await vouches()).headers.get('cache-control')).toBe('private, no-store');
  });
});
