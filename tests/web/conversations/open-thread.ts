import type { Message } from '@selvedge/shared/conversations/conversations';
import { createMessaging } from '../../../web/src/conversations/store/store.ts';
import { C1, createWorld, ME, message } from './factories.ts';

/** The first messages of a conversation. */
export const first = (count: number): Message[] => Array.from({ length: count }, (_, i) => message(i + 1));

/** A member's tab with an open thread. @param stored the messages that the server has */
export async function openThread(stored: Message[]) {
  const { world, ports } = createWorld(stored);
  const messaging = createMessaging(ports);
  await messaging.startSession(ME);
  await messaging.openInbox();
  messaging.goOnline();
  await messaging.select({ kind: 'conversation', id: C1 });
  const seqs = () => {
    const thread = messaging.store.getState().threads[C1];
    return thread?.status === 'ready' ? thread.messages.map((one) => one.seq) : thread?.status;
  };
  const outbox = () => messaging.store.getState().outbox.map(({ content, status }) => [content, status]);
  return { messaging, world, seqs, outbox };
}
