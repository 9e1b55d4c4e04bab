import type { Conversation } from '@selvedge/shared/conversations';
import { shownPercentOff } from '@selvedge/shared/format';
import { fromCents, toCents } from '@selvedge/shared/money';
import type { OfferedItem } from '@selvedge/shared/offer-policy';
import { instance } from '../lib/instance.ts';
import { formatPrice } from '../lib/price.ts';

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
export const timeLeft = (ms: number): string =>
  ms > HOUR ? `${Math.ceil(ms / HOUR)} h left` : `${Math.max(1, Math.ceil(ms / MINUTE))} min left`;

/** The percentages below the price that the form suggests. */
const QUICK_PERCENTS = [5, 10, 15];
/** From this price on, suggestions have no cents. */
const WHOLE_FROM_CENTS = 2_000;

export interface QuickPick {
  percent: number;
  /** As typed. */
  amount: string;
}

/** The suggested amounts below a price. */
export function quickPicks(price: string): QuickPick[] {
  const cents = toCents(price);
  const step = cents >= WHOLE_FROM_CENTS ? 100 : 1;
  return QUICK_PERCENTS.map((percent) => {
    const amount = Math.max(1, Math.round((cents * (100 - percent)) / 100 / step) * step);
    return { percent, amount: fromCents(amount).replace(/\.00$/, '') };
  });
}
