import type { RequestHandlers } from '../platform/realtime/request-handlers.ts';
import type { AnnounceUnread } from './announce-unread.ts';
import type { ConversationContext } from './context.ts';
import { markDelivered } from './delivered/mark-delivered.ts';
import { editMessage } from './edit-message.ts';
import { markRead } from './mark-read.ts';
import { sendMessage } from './send-message.ts';
import { sync } from './sync.ts';
import type { SendTyping } from './typing/typing.ts';
import { unsendMessage } from './unsend-message.ts';

/** @param sendUnread sends the unread count to a member's sockets on this node */
export function conversationHandlers(
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
> {
  return {
    'message:send': {
      budget: 'message',
      handle: async (actor, input) => ({ message: await sendMessage(ctx, actor, input) }),
    },
    'message:edit': {
      budget: 'message',
      handle: async (actor, input) => ({ message: await editMessage(ctx, actor, input) }),
    },
    'message:unsend': {
      budget: 'message',
      handle: async (actor, input) => ({ message: await unsendMessage(ctx, actor, input) }),
    },
    'conversation:read': {
      budget: 'receipts',
      handle: async (actor, input) => ({ unread: await markRead(ctx, actor, input) }),
    },
    'unread:count': {
      budget: 'receipts',
      async handle(actor) {
        await sendUnread(actor.id);
        return {};
      },
    },
    'conversation:delivered': {
      budget: 'receipts',
      async handle(actor, input) {
        await markDelivered(ctx, actor, input);
        return {};
      },
    },
    'conversation:typing': {
      budget: 'typing',
      async handle(actor, input) {
        await sendTyping(actor, input);
        return {};
      },
    },
    sync: {
      budget: 'sync',
      handle: (actor, input) => ctx.db.read((conn) => sync(ctx, conn, actor, input)),
    },
  };
}
