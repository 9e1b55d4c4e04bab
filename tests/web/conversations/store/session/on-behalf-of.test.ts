import { expect, test } from 'vitest';
import { createMessaging } from '../../../../../web/src/conversations/store/store.ts';
import { C1, createWorld, ME, OTHER } from '../../factories.ts';

/** A call that waits until `release`, and then runs. */
function delayed<A extends unknown[], R>(call: (...args: A) => Promise<R>) {
  const waiting: (() => void)[] = [];
  return {
    call: async (...args: A): Promise<R> => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      return call(...args);
    },
    release: () => {
      for (const go of waiting.splice(0)) go();
    },
  };
}

test('a response never reaches the next member', async () => {
  const { ports } = createWorld([]);
  const [inbox, thread] = [delayed(ports.rest.listConversations), delayed(ports.rest.listMessages)];
  const rest = { ...ports.rest, listConversations: inbox.call, listMessages: thread.call };
  const messaging = createMessaging({ ...ports, rest });
  await messaging.startSession(ME);
  const loads = [messaging.openInbox(), messaging.select({ kind: 'conversation', id: C1 })];
  messaging.endSession();
  await messaging.startSession(OTHER);
  inbox.release();
  thread.release();
  await Promise.all(loads);
  const { conversations, threads, inboxes } = messaging.store.getState();
  expect([conversations, inboxes]).toEqual([{}, {}]);
  expect(threads[C1]?.status).not.toBe('ready');
});
