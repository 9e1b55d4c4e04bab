import * as z from 'zod';
import { priceInCents } from '../items/prices.ts';
import { formatPrice } from '../platform/format.ts';
import { Id } from '../platform/id.ts';
import { OFFER_HOURS } from '../platform/limits.ts';
import { fromCents } from '../platform/money.ts';

/** `open` is the only state that can change. */
export const OFFER_STATES = [
  'open',
  'accepted',
  'declined',
  'withdrawn',
  'countered',
  'expired',
  'void',
] as const;
export type OfferState = (typeof OFFER_STATES)[number];
export type OfferOutcome = Exclude<OfferState, 'open'>;

/** An offer as the message that made it carries it. */
export const Offer = z.object({
  id: Id,
  amount: z.string(),
  state: z.enum(OFFER_STATES).meta({
    description:
      '`void`: the price changed, or the item was sold, held for another member or removed, or one has blocked the other or deleted the account',
  }),
  expiresAt: z.iso.datetime(),
  by: Id.meta({ description: 'The member who made it' }),
  listingPrice: z.string().nullable().meta({ description: 'The price that it was made for; null for a WTB' }),
});
export type Offer = z.infer<typeof Offer>;

const amount = priceInCents({ required: 'Enter an amount', invalid: 'Enter an amount like 52 or 52.50' });
const seenPrice = priceInCents({ required: 'Provide the price', invalid: 'Provide the price as shown' });

export const NewOffer = z.strictObject({
  clientId: Id.meta({ description: 'Created by the sender; a repeat returns the first offer' }),
  amount,
  listingPrice: seenPrice
    .optional()
    .meta({ description: 'The price that the member sees; required for a listing' }),
});

export const MakeOffer = NewOffer.extend({ conversationId: Id });
export type MakeOffer = z.output<typeof MakeOffer>;

export const OFFER_ANSWERS = ['accept', 'decline', 'withdraw'] as const;
export type OfferAnswer = (typeof OFFER_ANSWERS)[number];

export const AnswerOffer = z.strictObject({
  offerId: Id,
  answer: z.enum(OFFER_ANSWERS),
  listingPrice: seenPrice
    .optional()
    .meta({ description: 'The price that the member sees; required to accept an offer for a listing' }),
});
export type AnswerOffer = z.output<typeof AnswerOffer>;

const price = (cents: number, currency: string) => formatPrice(fromCents(cents), currency);

/** The texts of the messages that make and answer offers, for clients that know no offers. */
export const OFFER_TEXTS = {
  make: (cents: number, currency: string) =>
    `Offered ${price(cents, currency)}, open for ${OFFER_HOURS} hours.`,
  counter: (cents: number, currency: string) =>
    `Countered with ${price(cents, currency)}, open for ${OFFER_HOURS} hours.`,
  accept: (cents: number, currency: string) => `Accepted the offer of ${price(cents, currency)}.`,
  decline: (cents: number, currency: string) => `Declined the offer of ${price(cents, currency)}.`,
  withdraw: (cents: number, currency: string) => `Withdrew the offer of ${price(cents, currency)}.`,
} as const satisfies Record<OfferAnswer | 'make' | 'counter', (cents: number, currency: string) => string>;
