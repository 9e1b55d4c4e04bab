import { expect, test } from 'vitest';
import { C1, ME, message } from '../../factories.ts';
import { openThread } from '../../open-thread.ts';

test('an edited text survives closing the panel', async () => {
  const { messaging } = await openThread([message(1, { senderId: ME, createdAt: new Date().toISOString() })]);
  const { id } = message(1);
  const { store } = messaging;
  messaging.startEditing(id);
  messaging.changeEdit(id, 'edited text');
  // Like the panel when it is closed.
  messaging.closePanel();
  await messaging.select({ kind: 'conversation', id: C1 });
  expect(store.getState().editing).toBeNull();
  messaging.startEditing(id);
  expect([store.getState().editing?.id, store.getState().edits]).toEqual([id, { [id]: 'edited text' }]);
  messaging.stopEditing();
  expect([store.getState().editing, store.getState().edits]).toEqual([null, {}]);
});
