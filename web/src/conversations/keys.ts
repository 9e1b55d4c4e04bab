/** Query key of an item's events, followed by the ids of the item and the conversation. */
export const ITEM_EVENTS = 'item-events';
/**
 * Query key of the item of a conversation that has not started, followed by the ids of the listing and the
 * WTB.
 */
export const CONVERSATION_TARGET = 'conversation-target';
