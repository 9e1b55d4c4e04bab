import { formatPrice } from '@selvedge/shared/platform/format';
import type { ListingDetails } from './details.ts';

/** Shares of the price: offers of at least the first are accepted, of at least the second met halfway. */
const ACCEPTED = 0.94;
const DISCUSSED = 0.75;
/** The counteroffer, as a share of the price, when no sum was named or it was too low. */
const BEST = 0.92;

const SUM =
  /(?:\$|usd|us\$)\s*(\d[\d,]{0,8}(?:\.\d{1,2})?)|\b(\d[\d,]{1,8}(?:\.\d{1,2})?)\s*(?:\$|usd|dollars|bucks|shipped\b)/i;
const BARE_SUM =
  /\b(?:offer|take|do|accept|for|about|at|pay|would)\b[^\d$]{0,20}(\d{2,7}(?:\.\d{1,2})?)\b(?!\s*(?:cm|mm|in\b|inch|%|days?|weeks?|hours?|years?))/i;

/** The sum that a text names, in US dollars; sizes and measurements do not count. */
export function sumIn(text: string): number | null {
  const found = SUM.exec(text) ?? BARE_SUM.exec(text);
  const digits = found?.[1] ?? found?.[2];
  return digits === undefined ? null : Number(digits.replaceAll(',', ''));
}

const dollars = (amount: number) => formatPrice(amount.toFixed(2), 'USD');
/** Rounds to whole dollars below 40, and to multiples of 5 above, as members do. */
const rounded = (amount: number) => (amount < 40 ? Math.round(amount) : Math.round(amount / 5) * 5);

export function replyToOffer({ price }: ListingDetails, sum: number | null): readonly string[] {
  const listPrice = dollars(price);
  const best = dollars(rounded(price * BEST));
  if (sum === null) {
    return [
      `It is listed at ${listPrice}. For somebody who decides this week I could do ${best}.`,
      `${listPrice} is the price, with a little room: ${best} and I pack it tonight.`,
    ];
  }
  const offered = dollars(sum);
  if (sum > price) {
    return [
      `No need to go higher, ${listPrice} is all I ask. It is yours.`,
      `That is kind, but ${listPrice} is enough. Deal!`,
    ];
  }
  if (sum === price)
    return [
      `${offered} it is, that is the asking price. It is yours.`,
      `Deal, ${offered}. I will put it aside for you.`,
    ];
  if (sum >= price * ACCEPTED) {
    return [`${offered} works for me. Deal!`, `Fair enough, ${offered} and it is yours.`];
  }
  if (sum >= price * DISCUSSED) {
    const middle = dollars(rounded((sum + price) / 2));
    return [
      `Thanks for the offer. ${offered} is a bit low for me, could we meet at ${middle}?`,
      `We are not far apart: ${middle} and it is yours.`,
    ];
  }
  return [
    `Thanks, but ${offered} is too far from ${listPrice}. The lowest I would go is ${best}.`,
    `I have to pass at ${offered}. ${best} would be my best price.`,
  ];
}
