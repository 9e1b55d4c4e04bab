import { expect, test } from 'vitest';
import { ME } from '../../factories.ts';
import { first, openThread } from '../../open-thread.ts';

test('signing out deletes outgoing messages from the browser; an ended session does not', async () => {
  const { messaging, world } = await openThread(first(1));
  world.network = 'lost';
  messaging.goOffline();
  await messaging.sendMessage('not sent yet');
  messaging.endSession();
  expect(world.outbox.size).toBe(1);
  await messaging.deleteMemberData(ME);
  expect(world.outbox.size).toBe(0);
});

test('the end of a session clears the view', async () => {
  const { messaging } = await openThread(first(3));
  messaging.endSession();
  expect(messaging.store.getState()).toMatchObject({
    personId: null,
    conversations: {},
    threads: {},
    unread: 0,
  });
});
