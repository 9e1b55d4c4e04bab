/** What a push brings, and what a page hands to its service worker: never what was written. */
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
