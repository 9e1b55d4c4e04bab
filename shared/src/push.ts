interface Words {
  title: string;
  body: string;
}

/** About new messages. */
interface MessagePush extends Words {
  conversationId: string;
}

/** About anything else that has a page. */
interface PagePush extends Words {
  path: string;
  /** What it is about, as a UUID: an undelivered push about the same is replaced. */
  topic: string;
}

/**
 * A notification as sent in a push, or by a page to its service worker. It never contains what another member wrote.
 */
export type Push = MessagePush | PagePush;

export const pushOf = (conversationId: string, from: string, item: string | null): MessagePush => ({
  conversationId,
  title: from,
  body: item === null ? 'New message' : `New message · ${item}`,
});
