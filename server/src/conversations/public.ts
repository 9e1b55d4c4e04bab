// What other rooms may use of this one.

export { changeMessage } from './changes/change-message.ts';
export { findMessage } from './changes/queries.ts';
export { followedOf } from './followed.ts';
export { isConnected } from './live.ts';
export { findRemembered } from './memory.ts';
export { refusalOf } from './next-message.ts';
export { presentMessage } from './present.ts';
export { putBackMessage } from './put-back-message.ts';
export { type ConversationRow, lockConversation, lockWithDetails } from './queries.ts';
export { onReceived, type Received } from './received.ts';
export { removeMessage } from './remove-message.ts';
export { announceSent, sendNext, sendWithin } from './send-within.ts';
export { addToSync } from './sync.ts';
