import * as z from 'zod';
import { OFFER_ANSWERS } from '../deals/offers.ts';
import { Id } from '../platform/id.ts';

/** What a message records of an agreement: the answer to an offer, or the question about a deal and its yes. */
export const AgreementRecord = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('offer'), offerId: Id, answer: z.enum(OFFER_ANSWERS), amount: z.string() }),
  z.object({ kind: z.literal('deal'), says: z.enum(['ask', 'yes']), isWTB: z.boolean() }),
]);
export type AgreementRecord = z.infer<typeof AgreementRecord>;
