import type { Conversation } from '@selvedge/shared/conversations/conversations';
import type { OfferedItem } from '@selvedge/shared/deals/offer-policy';
import { shownPercentOff } from '@selvedge/shared/platform/format';
import { fromCents, toCents } from '@selvedge/shared/platform/money';
import { instance } from '../../lib/instance.ts';
import { formatPrice } from '../../lib/price.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

type Item = Pick<Conversation, 'listing' | 'wtbListing'>;

/** A conversation's item as the rules about offers see it; null once it is gone for good. */
export function offeredItem({ listing, wtbListing }: Item): OfferedItem | null {
  if (listing) {
    return {
      price: toCents(listing.price),
      currency: instance.currency,
      isAvailable: !listing.isSold && !listing.isRemoved,
      isOnHoldForOther: listing.isOnHold === true && !listing.hold,
    };
  }
  if (!wtbListing) return null;
  return {
    price: null,
    currency: instance.currency,
    isAvailable: !wtbListing.isFulfilled && !wtbListing.isRemoved,
    isOnHoldForOther: false,
  };
}

/** '7% below $365', or 'Full price'; null for a WTB. */
export function comparedWith(amount: string, price: string | null): string | null {
  if (price === null) return null;
  const percent = shownPercentOff(amount, price);
  if (percent === null) return 'Full price';
  return `${Math.max(1, percent)}% below ${formatPrice(price)}`;
}

/** How long an offer remains open, rounded up: '47 h left', '12 min left'. */
export function timeLeft(ms: number): string {
  return ms > HOUR ? `${Math.ceil(ms / HOUR)} h left` : `${Math.max(1, Math.ceil(ms / MINUTE))} min left`;
}

/** The percentages below the price that the form suggests. */
const QUICK_PERCENTS = [5, 10, 15];
/** The parts of the way from the price down to a bid that it suggests for a counter. */
const BETWEEN = [1 / 4, 1 / 2, 3 / 4];
/** From this much room on, suggestions have no cents. */
const WHOLE_FROM_CENTS = 2_000;

export interface QuickPick {
  /** How far below the price, rounded. */
  percent: number;
  /** As typed. */
  amount: string;
}

/** The suggested amounts below a price; above a bid, if it is for a counter to one. */
export function quickPicks(price: string, bid: string | null = null): QuickPick[] {
  const cents = toCents(price);
  const lowest = bid === null ? 0 : toCents(bid);
  const step = cents - lowest >= WHOLE_FROM_CENTS ? 100 : 1;
  const parts =
    bid === null
      ? QUICK_PERCENTS.map((percent) => (cents * percent) / 100)
      : BETWEEN.map((part) => (cents - lowest) * part);
  const amounts = parts.map((part) => Math.max(1, Math.round((cents - part) / step) * step));
  return [...new Set(amounts)]
    .filter((amount) => amount > lowest && (bid === null || amount < cents))
    .map((amount) => ({
      percent: Math.round((100 * (cents - amount)) / cents),
      amount: fromCents(amount).replace(/\.00$/, ''),
    }));
}
