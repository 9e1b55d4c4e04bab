import { ANSWERED } from '@selvedge/shared/deals/offer-policy';
import { holdNotice, offerNotice } from '@selvedge/shared/notifications/push';
import { formatPrice } from '@selvedge/shared/platform/format';
import { fromCents } from '@selvedge/shared/platform/money';
import type { Conn } from '../platform/db/database.ts';
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
  for (const { offerId, hold, record } of await messagesFrom(conn, between)) {
    if (hold) return holdNotice(about, hold.until);
    const isOffer = offerId !== null && offerId === latest?.id && latest.state === 'open';
    const isAnswer =
      record?.kind === 'offer' && record.offerId === latest?.id && ANSWERED[record.answer] === latest.state;
    const said = isOffer ? 'make' : isAnswer ? record.answer : undefined;
    if (latest && said) return offerNotice(about, said, formatPrice(fromCents(latest.amountCents), currency));
  }
  return null;
}
