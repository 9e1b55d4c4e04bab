// What other rooms may use of this one.

export { createUnreadAnnouncer } from './announce-unread.ts';
export { updateBlockedOfListing, updateBlockedOfWanted } from './blocked/update-blocked.ts';
export { changeMessage } from './changes/change-message.ts';
export { findMessage } from './changes/queries.ts';
export type { ConversationContext } from './context.ts';
export { type ConversationContextOptions, createConversationContext } from './create-context.ts';
export { conversationHandlers } from './hub.ts';
export { refusalOf } from './next-message.ts';
export { createPresence } from './presence/presence.ts';
export { presentMessage } from './present.ts';
export { type ConversationRow, lockConversation, lockWithDetails } from './queries.ts';
export { findRemembered } from './row-memory.ts';
export { announceSent, sendNext, sendWithin } from './send-message.ts';
export { createTyping } from './typing/typing.ts';
