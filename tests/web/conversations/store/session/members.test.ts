import { expect, test } from 'vitest';
import { C1, ME, OTHER } from '../../factories.ts';
import { first, openThread } from '../../open-thread.ts';

test('a deleted member is shown as deleted everywhere', async () => {
  const { messaging } = await openThread(first(2));
  messaging.markMemberDeleted({ id: OTHER });
  const { buyer, seller } = messaging.store.getState().conversations[C1] ?? {};
  expect(buyer).toMatchObject({ id: OTHER, username: 'deleted user', isDeleted: true });
  expect(seller).toMatchObject({ id: ME, username: 'marlow' });
  messaging.markMemberDeleted({ id: C1 });
  expect(messaging.store.getState().conversations[C1]?.seller.username).toBe('marlow');
});
