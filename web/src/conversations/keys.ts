/** Query key of what happened to an item; the ids of the item and of the conversation follow it. */
export const ITEM_EVENTS = 'item-events';
/** Query key of the item of a conversation that has not started; the ids of the listing and of the request follow it. */
export const TALK_TARGET = 'talk-target';
