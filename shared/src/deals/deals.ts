import * as z from 'zod';
import { Person } from '../members/users.ts';
import { Id } from '../platform/id.ts';
import { OwnVouch } from './vouches.ts';

/** `proposed` until the other member answers; `made` once both have said yes. */
const DEAL_STATES = ['proposed', 'made'] as const;
export type DealState = (typeof DEAL_STATES)[number];

/** The question whether a deal was made, as the message that asks it carries it. */
export const ProposedDeal = z.object({
  id: Id,
  state: z.enum(DEAL_STATES),
  expiresAt: z.iso
    .datetime()
    .nullable()
    .meta({ description: 'Until when it can be answered; null once made' }),
});
export type ProposedDeal = z.infer<typeof ProposedDeal>;

/** Names the other member of a deal; without a conversation, it was somebody else and nothing is stored. */
export const NameOther = z.strictObject({
  conversationId: Id.nullable().meta({ description: 'My conversation about the item with them' }),
});
export type NameOther = z.output<typeof NameOther>;

/** A member who may be named as the other one of a deal: they have written about the item. */
export const Interested = z.object({ person: Person, conversationId: Id });
export type Interested = z.infer<typeof Interested>;

export const AnswerDeal = z.strictObject({ dealId: Id, isYes: z.boolean() });
export type AnswerDeal = z.output<typeof AnswerDeal>;

/** A deal as one of its two members sees it. No amount is ever stored. */
export const Deal = z.object({
  id: Id,
  conversationId: Id.nullable(),
  listingId: Id.nullable().meta({ description: 'null for a WTB' }),
  title: z.string().meta({ description: 'Of the listing or WTB, also after its removal' }),
  image: z.string().nullable().meta({ description: 'Its first photo' }),
  other: Person,
  isBuyer: z.boolean(),
  soldAt: z.iso.datetime().meta({ description: 'When the item was marked as sold or found' }),
  madeAt: z.iso.datetime(),
  vouch: OwnVouch.nullable(),
  vouchUntil: z.iso.datetime().meta({ description: 'Until when I can write a vouch' }),
});
export type Deal = z.infer<typeof Deal>;
