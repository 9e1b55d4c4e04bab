import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { expect, test } from 'vitest';
import { removeMessage } from '../../../server/src/conversations/remove-message.ts';
import type { DomainEventName } from '../../../server/src/platform/core/events.ts';
import { type Fixtures, openRoles } from '../../support/contract/every-role.ts';
import { addUpload } from '../../support/people/market.ts';
import { describeOnBothEngines } from '../../support/servers/database.ts';

const OFFER = { amount: '310', listingPrice: '365.00' };
const LISTING = { title: 'Ring coat', brand: 'Kapital', category: 'Outerwear', size: 'L', condition: 'Used' };

describeOnBothEngines('every event of two members at once', ({ engine }) => {
  // A suspension ends the sessions: each round has new members.
  test.for([0, 1, 2, 3, 4, 5, 6, 7])('ends without a deadlock (round %i)', async (round) => {
    const { world, people, make } = await openRoles({ engine });
    const { owner, other, admin } = people;
    const { ctx, identity } = world.product;
    const statuses: Record<string, number> = {};
    async function call(as: typeof owner, method: string, path: string, json?: unknown): Promise<void> {
      const { status, body } = await world.call(method, path, { as, json });
      await body?.cancel();
      statuses[`${method} ${path.replace(/[0-9a-f-]{36}/, ':id')} ${status}`] = status;
    }
    async function suspend({ id }: typeof owner) {
      await setTimeout(round * 4);
      await world.db.transact((tx) => identity.suspend(tx, id, null));
    }
    /** What emits each event, by either member. */
    const acts: Record<DomainEventName, (at: Fixtures) => Promise<unknown>[]> = {
      'listing changed': ({ listingId, offerId, conversationId }) => [
        call(owner, 'PATCH', `/api/listings/${listingId}/price`, { price: '350' }),
        call(owner, 'POST', `/api/listings/${listingId}/hold`, { conversationId, hours: 24 }),
        call(other, 'DELETE', `/api/listings/${listingId}/hold`),
        call(owner, 'POST', `/api/offers/${offerId}/accept`, { listingPrice: '365.00' }),
        call(owner, 'PATCH', `/api/listings/${listingId}/sold`),
      ],
      'wanted changed': ({ wantedId }) => [
        call(owner, 'PUT', `/api/wtb-listings/${wantedId}/fulfill`),
        call(owner, 'DELETE', `/api/wtb-listings/${wantedId}`),
      ],
      'items of member changed': () => [suspend(owner), suspend(other)],
      'message sent': ({ conversationId }) =>
        [owner, other].map((member) =>
          call(member, 'POST', '/api/messages', {
            ...{ conversationId, clientId: randomUUID(), type: 'text', content: 'Hello' },
          }),
        ),
      'deal confirmed': () => [],
      'search matched': ({ listingId }) =>
        [owner, other].map(({ id: memberId }) =>
          world.db.transact((tx) => tx.emit('search matched', { memberId, searchId: listingId, listingId })),
        ),
      'listing photos changed': ({ listingId, upload }) => [
        call(owner, 'PUT', `/api/listings/${listingId}`, { ...LISTING, images: [upload] }),
      ],
      'photos released': ({ soldId }) => [call(admin, 'DELETE', `/api/admin/listings/${soldId}`)],
      'message unsent': ({ messageId, conversationId }) => [
        call(other, 'DELETE', `/api/messages/${messageId}`),
        call(other, 'POST', `/api/conversations/${conversationId}/offers`, {
          ...OFFER,
          clientId: randomUUID(),
        }),
      ],
      'message removed': ({ photoMessageId }) => [
        world.db.transact((tx) => removeMessage(ctx, tx, photoMessageId)),
      ],
      'members separated': () => [
        call(owner, 'PUT', `/api/blocks/${other.id}`),
        call(other, 'PUT', `/api/blocks/${owner.id}`),
      ],
      'member suspended': () => [suspend(owner), suspend(other)],
      'keys ended': () =>
        [owner, other].map(({ id: memberId }) =>
          world.db.transact((tx) => tx.emit('keys ended', { memberId, keyIds: [], areAll: true })),
        ),
      'member notified': ({ listingId }) =>
        [owner, other].map(({ id: userId }) =>
          world.db.transact((tx) => tx.emit('member notified', { userId, kind: 'match', listingId })),
        ),
      'members notified': ({ listingId }) =>
        [1, 2].map(() => {
          const notices = [owner, other].map(({ id: userId }) => ({ userId, listingId }));
          return world.db.transact((tx) => tx.emit('members notified', { kind: 'match', notices }));
        }),
      'notices seen': () =>
        [owner, other].map(({ id: userId }) =>
          world.db.transact((tx) => tx.emit('notices seen', { userId, kind: 'match' })),
        ),
    };

    const fixtures = await make(owner);
    const upload = await addUpload(world.db, owner.id);
    await Promise.all(Object.values(acts).flatMap((act) => act({ ...fixtures, upload })));
    expect(Object.entries(statuses).filter(([, status]) => status >= 500)).toEqual([]);
    expect(await countDeadlocks(world.databaseUrl, engine)).toBe(0);
  });
});

/** Those since the database was created: the product tries again after one, so that no call shows it. */
async function countDeadlocks(url: string, engine: 'sqlite' | 'postgres'): Promise<number> {
  if (engine === 'sqlite') return 0;
  const client = new pg.Client(url);
  await client.connect();
  await client.query('select pg_stat_force_next_flush()');
  const { rows } = await client.query(
    'select deadlocks::int as count from pg_stat_database where datname = current_database()',
  );
  await client.end();
  return rows[0].count;
}
