// What other rooms may use of this one.

export { changeMessage } from './changes/change-message.ts';
export { findMessage } from './changes/queries.ts';
export type { ConversationContext } from './context.ts';
export { conversationsOf, onReceived } from './conversations-of.ts';
export { isConnected } from './live.ts';
export { refusalOf } from './next-message.ts';
export { presentMessage } from './present.ts';
export { putBackMessage } from './put-back-message.ts';
export { type ConversationRow, lockConversation, lockWithDetails } from './queries.ts';
export { removeMessage } from './remove-message.ts';
export { findRemembered } from './row-memory.ts';
export { announceSent, sendNext, sendWithin } from './send-message.ts';
