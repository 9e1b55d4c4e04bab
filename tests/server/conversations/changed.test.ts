import { randomUUID } from 'node:crypto';
import type { Conversation, Message } from '@selvedge/shared/conversations/conversations';
import type { EventPayload } from '@selvedge/shared/platform/realtime';
import { describe, expect, test } from 'vitest';
import { next } from '../../support/clients/socket.ts';
import { joinWorld } from '../../support/people/account.ts';
import { engines } from '../../support/servers/database.ts';
import { worldForAll } from '../../support/world.ts';

describe.each(engines())('changes of conversations (%s)', (engine) => {
  const server = worldForAll({ engine });

  async function conversation() {
    const [buyer, seller] = [await joinWorld(server, 'odile'), await joinWorld(server, 'marlow')];
    const listing = await seller.list();
    const { id } = await buyer.openConversation(listing);
    const hello = { clientId: randomUUID(), conversationId: id, type: 'text', content: 'Hello' };
    const sent = await buyer.call<Message>('POST', '/api/messages', hello);
    return { buyer, seller, listing, id, sent };
  }

  test('a query for changes tolerates differences between clocks', async () => {
    const { seller, id, sent } = await conversation();
    const changedSince = async (seconds: number) => {
      const since = new Date(Date.parse(sent.createdAt) + seconds * 1_000).toISOString();
      const all = await seller.call<Conversation[]>('GET', `/api/conversations?since=${since}`);
      return all.map((one) => one.id);
    };
    expect([await changedSince(0), await changedSince(29), await changedSince(31)]).toEqual([[id], [id], []]);
  });

  test("a hidden item's change arrives through its conversation only", async () => {
    const { buyer, seller, listing, id } = await conversation();
    await buyer.request('PUT', `/api/blocks/${seller.id}`);
    const socket = buyer.connect();
    await next(socket, 'unread');
    const received: string[] = [];
    socket.onAny((name: string) => received.push(name));
    const changed = next<EventPayload<'conversation:changed'>>(socket, 'conversation:changed');
    await seller.call('PATCH', `/api/listings/${(await seller.list()).id}/price`, {
      price: '9',
    });
    await seller.call('PATCH', `/api/listings/${listing.id}/price`, { price: '77' });
    expect((await changed).conversation).toMatchObject({ id, listing: { price: '77.00' }, block: 'mine' });
    expect(received.filter((name) => name !== 'presence')).toEqual(['conversation:changed']);
    socket.disconnect();
  });
});
