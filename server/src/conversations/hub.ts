import type { RequestHandlers } from '../realtime/request-handlers.ts';
import type { AnnounceUnread } from './announce-unread.ts';
import type { ConversationContext } from './context.ts';
import { markDelivered } from './delivered/mark-delivered.ts';
import { editMessage } from './edit-message.ts';
import { markRead } from './mark-read.ts';
import { sendMessage } from './send-message.ts';
import { sync } from './sync.ts';
import type { SendTyping } from './typing/typing.ts';
import { unsendMessage } from './unsend-message.ts';

/**
 * The socket's door to conversations: the same verbs as the HTTP one.
 * @param sendUnread tells the unread count to a person's sockets on this node
 */
export const conversationAnswers = (
  ctx: ConversationContext,
  sendTyping: SendTyping,
  sendUnread: AnnounceUnread,
): RequestHandlers<
  | 'message:send'
  | 'message:edit'
  | 'message:unsend'
  | 'conversation:read'
  | 'unread:count'
  | 'conversation:delivered'
  | 'conversation:typing'
  | 'sync'
> => ({
  'message:send': {
    budget: 'message',
    answer: async (actor, input) => ({ message: await sendMessage(ctx, actor, input) }),
  },
  'message:edit': {
    budget: 'message',
    answer: async (actor, input) => ({ message: await editMessage(ctx, actor, input) }),
  },
  'message:unsend': {
    budget: 'message',
    answer: async (actor, input) => ({ message: await unsendMessage(ctx, actor, input) }),
  },
  'conversation:read': {
    budget: 'receipts',
    answer: async (actor, input) => ({ unread: await markRead(ctx, actor, input) }),
  },
  'unread:count': {
    budget: 'receipts',
    async answer(actor) {
      await sendUnread(actor.id);
      return {};
    },
  },
  'conversation:delivered': {
    budget: 'receipts',
    async answer(actor, input) {
      await markDelivered(ctx, actor, input);
      return {};
    },
  },
  'conversation:typing': {
    budget: 'typing',
    async answer(actor, input) {
      await sendTyping(actor, input);
      return {};
    },
  },
  sync: {
    budget: 'sync',
    answer: (actor, input) => ctx.db.read((conn) => sync(ctx, conn, actor, input)),
  },
});
