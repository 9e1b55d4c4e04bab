/**
 * A notification as sent in a push, or by a page to its service worker. It never contains the message's text.
 */
export interface Push {
  conversationId: string;
  title: string;
  body: string;
}

export const pushOf = (conversationId: string, from: string, item: string | null): Push => ({
  conversationId,
  title: from,
  body: item === null ? 'New message' : `New message · ${item}`,
});
