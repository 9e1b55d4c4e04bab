import type { Message } from '@selvedge/shared/conversations/conversations';
import { DEAL_TEXTS } from '@selvedge/shared/deals/deal-texts';
import type { OfferAnswer } from '@selvedge/shared/deals/offers';
import { formatPrice } from '../../lib/price.ts';

const ANSWERED: Record<OfferAnswer, string> = {
  accept: 'accepted the offer of',
  decline: 'declined the offer of',
  withdraw: 'withdrew the offer of',
};

/**
 * What a message says that the product wrote, for a line of the thread; null for what a member typed, and for messages
 * that show a card. It is drawn from the record, never from the text, which anyone could type.
 */
export function recordText(message: Message | null, isMine: boolean): string | null {
  if (!message) return null;
  const { hold, record, deal, sender, content } = message;
  if (hold) return content;
  if (!record || deal) return null;
  const name = isMine ? 'You' : sender.username;
  if (record.kind === 'offer') return `${name} ${ANSWERED[record.answer]} ${formatPrice(record.amount)}`;
  const { ask } = DEAL_TEXTS[record.isWTB ? 'wanted' : 'listing'];
  return record.says === 'yes' ? `${name} confirmed the deal` : `${name} asked: ${ask}`;
}
