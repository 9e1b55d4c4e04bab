/** Under which key what happened to an item is held, followed by the ids of the item and of the conversation. */
export const ITEM_EVENTS = 'item-events';
