import type { Answers } from '../hub-answers.ts';
import type { Conversing } from './context.ts';
import { markRead } from './mark-read.ts';
import { sendMessage } from './send-message.ts';
import { sync } from './sync.ts';

/** The socket's door to conversations: the same verbs as the HTTP one. */
export const conversationAnswers = (
  ctx: Conversing,
): Answers<'message:send' | 'conversation:read' | 'sync'> => ({
  'message:send': async (actor, input) => ({ message: await sendMessage(ctx, actor, input) }),
  'conversation:read': async (actor, input) => ({ unread: await markRead(ctx, actor, input) }),
  sync: (actor, input) => ctx.db.read((conn) => sync(conn, actor, input)),
});
