/**
 * A notification as a push carries it, and as a page passes it to its service worker: never with the
 * message's text.
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
