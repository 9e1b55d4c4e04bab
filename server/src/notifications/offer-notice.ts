import { formatPrice } from '@selvedge/shared/format';
import { fromCents } from '@selvedge/shared/money';
import { ANSWERED } from '@selvedge/shared/offer-policy';
import { OFFER_ANSWERS, OFFER_TEXTS, type OfferAnswer } from '@selvedge/shared/offers';
import type { Conn } from '../db/database.ts';
import { latestOfferOf, messagesFrom } from './queries.ts';

interface Between {
  conversationId: string;
  /** The member who wrote. */
  senderId: string;
  /** The last message that needs no notification. */
  after: number;
}

type Said = OfferAnswer | 'make';

const VERBS: Record<Said, string> = {
  make: 'offers',
  accept: 'accepted your offer of',
  decline: 'declined your offer of',
  withdraw: 'withdrew the offer of',
};

/** What the newest message about an offer means; null if there is none, or the offer is no longer open. */
async function findNewest(
  conn: Conn,
  between: Between,
  currency: string,
): Promise<{ said: Said; cents: number } | null> {
  const [latest] = await latestOfferOf(conn, between.conversationId);
  if (!latest) return null;
  const answer = OFFER_ANSWERS.find((one) => ANSWERED[one] === latest.state);
  const answered = answer && OFFER_TEXTS[answer](latest.amountCents, currency);
  for (const { content, offerId } of await messagesFrom(conn, between)) {
    if (offerId === latest.id && latest.state === 'open') return { said: 'make', cents: latest.amountCents };
    if (answer && content === answered) return { said: answer, cents: latest.amountCents };
  }
  return null;
}

/** "juniper offers $52 for Naval striped top", if that is what the messages after `after` are about. */
export async function findOfferNotice(
  conn: Conn,
  between: Between,
  { from, item, currency }: { from: string; item: string | null; currency: string },
): Promise<string | null> {
  const newest = await findNewest(conn, between, currency);
  if (!newest) return null;
  const text = `${from} ${VERBS[newest.said]} ${formatPrice(fromCents(newest.cents), currency)}`;
  return item === null ? text : `${text} for ${item}`;
}
