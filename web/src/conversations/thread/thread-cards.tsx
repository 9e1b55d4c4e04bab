import type { Message } from '@selvedge/shared/conversations/conversations';
import type { ProposedDeal } from '@selvedge/shared/deals/deals';
import type { Offer } from '@selvedge/shared/deals/offers';
import { DealQuestion } from '../../deals/deals/deal-question.tsx';
import { OfferCard } from '../../deals/offers/offer-card.tsx';
import { apiSend } from '../../lib/api.ts';
import { instance } from '../../lib/instance.ts';
import { messaging } from '../store/messaging.ts';
import { useMessaging } from '../use-messaging.ts';
import { otherOf } from './item-of.ts';

/** What a message shows as a card instead of its text; null for other messages, and where the feature is off. */
export function cardOf(message: Message | null) {
  const { offers, deals } = instance.features;
  if (message?.isUnsent) return null;
  if (message?.offer && offers) return <OfferOf message={message} offer={message.offer} />;
  return message?.deal && deals ? <DealOf message={message} deal={message.deal} /> : null;
}

function OfferOf({ message, offer }: { message: Message; offer: Offer }) {
  const conversation = useMessaging((s) => s.conversations[message.conversationId]);
  const personId = useMessaging((s) => s.personId);
  if (!conversation) return null;
  return (
    <OfferCard
      offer={offer}
      conversation={conversation}
      personId={personId}
      onAnswer={(answer) => messaging.answerOffer(message, answer, conversation.listing?.price)}
      onCounter={() => messaging.openOfferForm()}
    />
  );
}

function DealOf({ message, deal }: { message: Message; deal: ProposedDeal }) {
  const conversation = useMessaging((s) => s.conversations[message.conversationId]);
  const personId = useMessaging((s) => s.personId);
  if (!conversation) return null;
  return (
    <DealQuestion
      deal={deal}
      isWTB={conversation.isWTB}
      isMine={message.senderId === personId}
      other={otherOf(conversation, personId).username}
      onAnswer={(isYes) => apiSend('POST', `/api/deals/${deal.id}/answer`, { isYes })}
    />
  );
}
