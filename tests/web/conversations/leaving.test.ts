import { expect, test } from 'vitest';
import { createMessaging } from '../../../web/src/conversations/store/store.ts';
import { C1, createWorld, ME, OTHER } from './factories.ts';

/** A call that waits until `answer`, and then does what it would have done. */
function held<A extends unknown[], R>(call: (...args: A) => Promise<R>) {
  const waiting: (() => void)[] = [];
  return {
    call: async (...args: A): Promise<R> => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      return call(...args);
    },
    answer: () => {
      for (const go of waiting.splice(0)) go();
    },
  };
}

test('what was asked for one person never reaches the next in the same tab', async () => {
  const { ports } = createWorld([]);
  const [inbox, thread] = [held(ports.rest.listConversations), held(ports.rest.listMessages)];
  const rest = { ...ports.rest, listConversations: inbox.call, listMessages: thread.call };
  const messaging = createMessaging({ ...ports, rest });
  await messaging.memberSignedIn(ME);
  const asked = [messaging.inboxOpened(), messaging.selected({ kind: 'conversation', id: C1 })];
  messaging.memberLeft();
  await messaging.memberSignedIn(OTHER);
  inbox.answer();
  thread.answer();
  await Promise.all(asked);
  const { conversations, threads, inboxes } = messaging.store.getState();
  expect([conversations, inboxes]).toEqual([{}, {}]);
  expect(threads[C1]?.status).not.toBe('ready');
});
