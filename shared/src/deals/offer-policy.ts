import type { Problem } from '../platform/errors.ts';
import { formatPrice } from '../platform/format.ts';
import { fromCents } from '../platform/money.ts';
import type { OfferAnswer, OfferState } from './offers.ts';

/** Who may offer what, and answer it. The server enforces it and the client renders its buttons from it. */

/** The state that each answer leads to. */
export const ANSWERED = {
  accept: 'accepted',
  decline: 'declined',
  withdraw: 'withdrawn',
} as const satisfies Record<OfferAnswer, OfferState>;

export interface OfferedItem {
  /** In cents; null for a WTB, whose budget limits no offer. */
  price: number | null;
  /** The instance's, in which the price is. */
  currency: string;
  /** Not sold, found or removed. */
  isAvailable: boolean;
  isOnHoldForOther: boolean;
}

/** An offer as one member of its conversation sees it. */
export interface SeenOffer {
  state: OfferState;
  isMine: boolean;
  /** In milliseconds. */
  expiresAt: number;
}

const problem = (code: Problem['code'], message: string): Problem => ({ code, message });

const ENDED: Record<Exclude<OfferState, 'open'>, string> = {
  accepted: 'This offer was accepted.',
  declined: 'This offer was declined.',
  withdrawn: 'This offer was withdrawn.',
  countered: 'This offer was countered.',
  expired: 'This offer has expired.',
  void: 'This offer is no longer valid.',
};

function itemRefusal(item: OfferedItem, seenPrice: number | undefined): Problem | null {
  if (!item.isAvailable) return problem('conflict', 'This item is no longer available.');
  if (item.price === null) return null;
  if (seenPrice === undefined) return problem('invalid_input', 'Provide the price that you see');
  if (seenPrice !== item.price) {
    return problem(
      'conflict',
      `The price has changed to ${formatPrice(fromCents(item.price), item.currency)}. Look again.`,
    );
  }
  return item.isOnHoldForOther ? problem('conflict', 'This item is on hold for someone else.') : null;
}

/**
 * Why a member may not make an offer; null when they may. The first one is made by the member who did not post the item;
 * its owner can only counter an open one.
 * @param terms `amount` and the price that the member sees, in cents
 * @param now in milliseconds
 */
export function offerRefusal(
  item: OfferedItem,
  { isOwner, latest }: { isOwner: boolean; latest: SeenOffer | null },
  terms: { amount: number; seenPrice?: number | undefined },
  now: number,
): Problem | null {
  const refusal = itemRefusal(item, terms.seenPrice);
  if (refusal) return refusal;
  const isCounter = latest?.state === 'open' && !latest.isMine && latest.expiresAt > now;
  if (isOwner && !isCounter) return problem('conflict', 'There is no open offer to counter.');
  return item.price !== null && terms.amount > item.price
    ? problem('invalid_input', `You can offer up to ${formatPrice(fromCents(item.price), item.currency)}.`)
    : null;
}

/**
 * Why a member may not answer an offer; null when they may. The member who made it may withdraw it, the other one may
 * accept or decline it.
 * @param seenPrice the price that the member sees, in cents
 * @param now in milliseconds
 */
export function answerRefusal(
  answer: OfferAnswer,
  item: OfferedItem,
  offer: SeenOffer,
  seenPrice: number | undefined,
  now: number,
): Problem | null {
  if (offer.isMine !== (answer === 'withdraw')) {
    return problem('forbidden', offer.isMine ? 'This is your own offer.' : 'This is not your offer.');
  }
  if (answer === 'accept' && offer.state !== ANSWERED.accept) {
    const refusal = itemRefusal(item, seenPrice);
    if (refusal) return refusal;
  }
  if (offer.state !== 'open') return problem('conflict', ENDED[offer.state]);
  return offer.expiresAt <= now ? problem('conflict', ENDED.expired) : null;
}
