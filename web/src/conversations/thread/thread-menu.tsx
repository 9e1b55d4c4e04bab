import type { Conversation } from '@selvedge/shared/conversations/conversations';
import { offerRefusal, type SeenOffer } from '@selvedge/shared/deals/offer-policy';
import type { Offer } from '@selvedge/shared/deals/offers';
import { HOLD_CHOICES } from '@selvedge/shared/platform/limits';
import { useMemo } from 'react';
import { useHold } from '../../deals/holds/use-hold.ts';
import { offeredItem } from '../../deals/offers/terms.ts';
import { instance } from '../../lib/instance.ts';
import { type ComposerActions, ComposerMenu } from '../composer/composer-menu.tsx';
import { messaging } from '../store/messaging.ts';
import { useMessaging } from '../use-messaging.ts';

/** The latest offer among a conversation's loaded messages. */
function useLatestOffer(id: string): Offer | undefined {
  const thread = useMessaging((s) => s.threads[id]);
  const messages = thread?.status === 'ready' ? thread.messages : null;
  return useMemo(() => messages?.findLast((message) => message.offer)?.offer, [messages]);
}

const seenBy = (personId: string | null, { state, by, expiresAt }: Offer): SeenOffer => ({
  state,
  isMine: by === personId,
  expiresAt: Date.parse(expiresAt),
});

/** The other member's open offer, to which the form makes a counter; null when it makes an offer. */
export function useCountered(id: string): Offer | null {
  const offer = useLatestOffer(id);
  const personId = useMessaging((s) => s.personId);
  return offer?.state === 'open' && offer.by !== personId ? offer : null;
}

/** 'Make an Offer' or 'Counter Offer'; null when the member may not make one. */
function offerText(conversation: Conversation, personId: string | null, latest: Offer | undefined) {
  const item = instance.features.offers ? offeredItem(conversation) : null;
  if (!item) return null;
  const { isWTB, buyerId, sellerId } = conversation;
  const seen = latest ? seenBy(personId, latest) : null;
  const who = { isOwner: personId === (isWTB ? buyerId : sellerId), latest: seen };
  const refusal = offerRefusal(item, who, { amount: 1, seenPrice: item.price ?? undefined }, Date.now());
  if (refusal) return null;
  return seen?.state === 'open' && !seen.isMine ? 'Counter Offer' : 'Make an Offer';
}

const mayHold = ({ sellerId, listing, buyer }: Conversation, personId: string | null): boolean =>
  instance.features.holds &&
  listing !== null &&
  personId === sellerId &&
  !listing.isSold &&
  !listing.isRemoved &&
  (!listing.isOnHold || listing.hold !== undefined) &&
  buyer.isDeleted !== true;

/** The composer's menu in a conversation; nothing without actions. */
export function ThreadMenu({ conversation }: { conversation: Conversation }) {
  const { id, listing, buyer } = conversation;
  const personId = useMessaging((s) => s.personId);
  const latest = useLatestOffer(id);
  const onChanged = () => void messaging.fetchConversations([id]);
  const { hold } = useHold(listing?.id ?? '', { isOnHold: false, onChanged });
  const groups: ComposerActions[] = [];
  const text = offerText(conversation, personId, latest);
  if (text) {
    groups.push({ heading: null, actions: [{ text, act: () => messaging.openOfferForm() }] });
  }
  if (mayHold(conversation, personId)) {
    const actions = HOLD_CHOICES.map((hours) => ({ text: `${hours} hours`, act: () => hold(id, hours) }));
    groups.push({ heading: `Hold for ${buyer.username}`, actions });
  }
  return groups.length > 0 ? <ComposerMenu groups={groups} /> : null;
}
