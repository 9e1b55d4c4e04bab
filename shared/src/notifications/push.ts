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

interface About {
  /** The username of the member who wrote. */
  from: string;
  item: string | null;
}

const OFFER_VERBS = {
  make: 'offers',
  accept: 'accepted your offer of',
  decline: 'declined your offer of',
  withdraw: 'withdrew the offer of',
};

/** "juniper offers $52 for Naval striped top". @param price as shown */
export function offerNotice({ from, item }: About, said: keyof typeof OFFER_VERBS, price: string): string {
  return `${from} ${OFFER_VERBS[said]} ${price}${item === null ? '' : ` for ${item}`}`;
}

/** "juniper holds Naval striped top for you". @param until null when the hold has ended */
export function holdNotice({ from, item }: About, until: string | null): string {
  return until === null
    ? `The hold on ${item ?? 'an item'} has ended`
    : `${from} holds ${item ?? 'an item'} for you`;
}

/** @param said what the message says about an offer or a hold; null for any other */
export function pushOf(conversationId: string, { from, item }: About, said: string | null): MessagePush {
  return {
    conversationId,
    ...(said === null
      ? { title: from, body: item === null ? 'New message' : `New message · ${item}` }
      : { title: said, body: 'Open the conversation' }),
  };
}
