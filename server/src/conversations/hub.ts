import type { Answers } from '../hub-answers.ts';
import type { Conversing } from './context.ts';
import { markDelivered } from './delivered/mark-delivered.ts';
import { editMessage } from './edit-message.ts';
import { countUnread } from './inbox-queries.ts';
import { markRead } from './mark-read.ts';
import { sendMessage } from './send-message.ts';
import { sync } from './sync.ts';
import type { TellTyping } from './typing/typing.ts';
import { unsendMessage } from './unsend-message.ts';

/** The socket's door to conversations: the same verbs as the HTTP one. */
export const conversationAnswers = (
  ctx: Conversing,
  tellTyping: TellTyping,
): Answers<
  | 'message:send'
  | 'message:edit'
  | 'message:unsend'
  | 'conversation:read'
  | 'unread:count'
  | 'conversation:delivered'
  | 'conversation:typing'
  | 'sync'
> => ({
  'message:send': async (actor, input) => ({ message: await sendMessage(ctx, actor, input) }),
  'message:edit': async (actor, input) => ({ message: await editMessage(ctx, actor, input) }),
  'message:unsend': async (actor, input) => ({ message: await unsendMessage(ctx, actor, input) }),
  'conversation:read': async (actor, input) => ({ unread: await markRead(ctx, actor, input) }),
  'unread:count': async (actor) => ({ unread: await ctx.db.read((conn) => countUnread(conn, actor.id)) }),
  async 'conversation:delivered'(actor, input) {
    await markDelivered(ctx, actor, input);
    return {};
  },
  async 'conversation:typing'(actor, input) {
    await tellTyping(actor, input);
    return {};
  },
  sync: (actor, input) => ctx.db.read((conn) => sync(ctx, conn, actor, input)),
});
