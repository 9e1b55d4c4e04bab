import type { Ctx } from '../platform/core/ctx.ts';
import type { RequestHandlers } from '../platform/realtime/request-handlers.ts';
import { unreadOf } from './announce-unread.ts';
import { markDelivered } from './delivered/mark-delivered.ts';
import { editMessage } from './edit-message.ts';
import { liveOf } from './live.ts';
import { markRead } from './mark-read.ts';
import { sendMessage } from './send-message.ts';
import { sync } from './sync.ts';
import { unsendMessage } from './unsend-message.ts';

export function conversationHandlers(
  ctx: Ctx,
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
        await unreadOf(ctx).countHere(actor.id);
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
        await liveOf(ctx).typing.send(actor, input);
        return {};
      },
    },
    sync: {
      budget: 'sync',
      handle: (actor, input) => ctx.db.read((conn) => sync(ctx, conn, actor, input)),
    },
  };
}
