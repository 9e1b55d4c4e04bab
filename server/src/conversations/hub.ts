import type { Answers } from '../hub-answers.ts';
import type { Conversing } from './context.ts';
import { markRead } from './mark-read.ts';
import { sendMessage } from './send-message.ts';
import { sync } from './sync.ts';
import type { TellTyping } from './typing/typing.ts';

/** The socket's door to conversations: the same verbs as the HTTP one. */
export const conversationAnswers = (
  ctx: Conversing,
  tellTyping: TellTyping,
): Answers<'message:send' | 'conversation:read' | 'conversation:typing' | 'sync'> => ({
  'message:send': async (actor, input) => ({ message: await sendMessage(ctx, actor, input) }),
  'conversation:read': async (actor, input) => ({ unread: await markRead(ctx, actor, input) }),
  async 'conversation:typing'(actor, input) {
    await tellTyping(actor, input);
    return {};
  },
  sync: (actor, input) => ctx.db.read((conn) => sync(conn, actor, input)),
});
