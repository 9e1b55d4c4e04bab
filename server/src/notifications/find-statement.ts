import { formatPrice } from '@selvedge/shared/format';
import { fromCents } from '@selvedge/shared/money';
import { ANSWERED } from '@selvedge/shared/offer-policy';
import { OFFER_ANSWERS, OFFER_TEXTS } from '@selvedge/shared/offers';
import { holdNotice, offerNotice } from '@selvedge/shared/push';
import type { Conn } from '../db/database.ts';
import { latestOfferOf, messagesFrom } from './queries.ts';

interface Between {
  conversationId: string;
  /** The member who wrote. */
  senderId: string;
  /** The last message that needs no notification. */
  after: number;
}

/** What the newest message says about an offer or a hold; null if none does, or the offer is no longer open. */
export async function findStatement(
  conn: Conn,
  between: Between,
  { currency, ...about }: { from: string; item: string | null; currency: string },
): Promise<string | null> {
  const [latest] = await latestOfferOf(conn, between.conversationId);
  const answer = latest && OFFER_ANSWERS.find((one) => ANSWERED[one] === latest.state);
  const answered = answer && OFFER_TEXTS[answer](latest.amountCents, currency);
  for (const { content, offerId, hold } of await messagesFrom(conn, between)) {
    if (hold) return holdNotice(about, hold.until);
    const isOffer = offerId !== null && offerId === latest?.id && latest.state === 'open';
    const said = isOffer ? 'make' : content === answered ? answer : undefined;
    if (latest && said) return offerNotice(about, said, formatPrice(fromCents(latest.amountCents), currency));
  }
  return null;
}
