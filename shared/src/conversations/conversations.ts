import * as z from 'zod';
import { ProposedDeal } from '../deals/deals.ts';
import { Hold } from '../deals/holds.ts';
import { Offer } from '../deals/offers.ts';
import { Person } from '../members/users.ts';
import { Id } from '../platform/id.ts';
import { LAST_MESSAGE_MAX, MESSAGE_MAX, PAGE_DEFAULT, PAGE_MAX, SEQ_MAX } from '../platform/limits.ts';
import { START_REFUSALS } from '../platform/start-refusals.ts';
import { text } from '../platform/text.ts';
import { wholeNumber } from '../platform/whole-number.ts';
import { AgreementRecord } from './agreement-record.ts';

/** The id of a conversation's member or item. */
const Reference = z.uuid(START_REFUSALS.badReference).toLowerCase();

/** Opens the conversation about one item with one member; `sellerId` is the other member, also for a WTB. */
export const OpenConversation = z
  .strictObject({
    sellerId: Reference,
    listingId: Reference.nullish(),
    wtbListingId: Reference.nullish(),
    isWTB: z.boolean(),
  })
  .refine(
    (input) =>
      input.isWTB ? input.wtbListingId && !input.listingId : input.listingId && !input.wtbListingId,
    {
      error: 'Provide listingId, or wtbListingId with isWTB',
      path: ['listingId'],
    },
  );
export type OpenConversation = z.output<typeof OpenConversation>;

const content = text({
  max: MESSAGE_MAX,
  required: 'Write something first',
  tooLong: 'Messages can be up to 4,000 characters',
  multiline: true,
});

const Sent = z.strictObject({
  clientId: Id.meta({ description: 'Created by the sender; a repeat returns the first message' }),
  conversationId: Id,
});
const SendText = Sent.extend({
  type: z.literal('text'),
  content,
});
const SendImage = Sent.extend({
  type: z.literal('image'),
  url: z
    .string()
    .max(500)
    .meta({ description: 'The URL of an unused upload by the sender for this conversation' }),
  content: z.literal('').optional(),
});
export const SendMessage = z.discriminatedUnion('type', [SendText, SendImage]);
export type SendMessage = z.output<typeof SendMessage>;

/** The same over REST, where a script that never retries may omit the client id. */
export const PostMessage = z.discriminatedUnion('type', [
  SendText.partial({ clientId: true }),
  SendImage.partial({ clientId: true }),
]);

export const EditMessage = z.strictObject({ messageId: Id, content });
export type EditMessage = z.output<typeof EditMessage>;

export const UnsendMessage = EditMessage.pick({ messageId: true });
export type UnsendMessage = z.output<typeof UnsendMessage>;

/** A message's number in its conversation, as a client sends it. */
export const Seq = z.int().min(0).max(SEQ_MAX);

export const MarkRead = z.strictObject({
  conversationId: Id,
  seq: Seq.meta({ description: 'The last message seen' }),
});
export type MarkRead = z.output<typeof MarkRead>;

export const Typing = z.strictObject({
  conversationId: Id,
  typing: z.boolean().meta({ description: 'When true, expires after 5 seconds' }),
});
export type Typing = z.output<typeof Typing>;
/** Archives or mutes a conversation, for the caller only. */
export const ArrangeConversation = z
  .strictObject({ isArchived: z.boolean().optional(), isMuted: z.boolean().optional() })
  .refine((input) => input.isArchived !== undefined || input.isMuted !== undefined, {
    error: 'Provide at least one change',
    path: ['isArchived'],
  });
export type ArrangeConversation = z.output<typeof ArrangeConversation>;

export const MessagePage = z
  .strictObject({
    before: wholeNumber(1, SEQ_MAX).optional(),
    after: wholeNumber(0, SEQ_MAX).optional(),
    limit: wholeNumber(1, PAGE_MAX).default(PAGE_DEFAULT),
  })
  .refine((page) => page.before === undefined || page.after === undefined, {
    error: 'Give before or after, not both',
    path: ['after'],
  });
export type MessagePage = z.output<typeof MessagePage>;

/** What a client knows about a photo before loading it: its size, and a ThumbHash in base64. */
const MessageImage = z.object({
  width: z.int().meta({ description: 'pixels' }),
  height: z.int().meta({ description: 'pixels' }),
  placeholder: z.string(),
});

export const Message = z.object({
  id: Id,
  seq: z
    .int()
    .min(1)
    .meta({ description: 'Increases by one per message within the conversation; defines message order' }),
  conversationId: Id,
  clientId: Id,
  senderId: Id,
  sender: Person,
  messageType: z.enum(['text', 'image']),
  content: z.string(),
  imageUrl: z.string().nullable().meta({
    description: 'Signed for this viewer, for a few minutes; `GET /api/messages/{id}/image` renews it',
  }),
  image: MessageImage.optional(),
  deal: ProposedDeal.optional().meta({ description: 'The deal that the message asks about' }),
  offer: Offer.optional().meta({ description: 'The offer that the message makes' }),
  hold: Hold.extend({ until: Hold.shape.until.nullable() }).optional().meta({
    description:
      'The message says that the listing was put on hold for the buyer until then; null: that the hold has ended',
  }),
  record: AgreementRecord.optional().meta({
    description: 'What the message records. Only the product writes it; a typed text never has one',
  }),
  isRemoved: z.literal(true).optional().meta({ description: 'An admin removed its content' }),
  isUnsent: z.literal(true).optional().meta({ description: 'Its sender unsent it' }),
  editedAt: z.iso.datetime().optional(),
  changedSeq: z
    .int()
    .min(1)
    .optional()
    .meta({ description: "The conversation's changeSeq at its last edit, unsending or removal" }),
  createdAt: z.iso.datetime(),
});
export type Message = z.infer<typeof Message>;

/** Of a message that is shown without its offer, deal, hold or record. */
export const IsStatement = z.literal(true).optional().meta({
  description:
    'The product wrote it: an offer, the answer to one, a question about a deal, or a hold. A typed text never has it',
});

const LastMessage = Message.pick({
  senderId: true,
  content: true,
  messageType: true,
  isRemoved: true,
  isUnsent: true,
  createdAt: true,
}).extend({
  content: z.string().meta({ description: `Its first ${LAST_MESSAGE_MAX} characters, then an ellipsis` }),
  isStatement: IsStatement,
});

/** Who has blocked whom, as one of the two members sees it; null when neither has. */
export const Block = z.enum(['mine', 'theirs']).nullable();
export type Block = z.infer<typeof Block>;

/**
 * The item of a conversation; its title and first photo survive its removal. A viewer who has blocked its owner gets them, and
 * the brand and size, only if the item was not edited since.
 */
const ConversationListing = z.object({
  id: Id,
  title: z.string(),
  brand: z.string(),
  price: z.string(),
  originalPrice: z.string().optional(),
  isDiscounted: z.boolean(),
  isSold: z.boolean(),
  isOnHold: z.literal(true).optional().meta({ description: 'On hold for a member' }),
  hold: Hold.optional().meta({ description: 'On hold for the buyer of this conversation' }),
  isRemoved: z.boolean(),
  images: z.array(z.string()).meta({ description: 'The cover photo, if any' }),
});

const ConversationWanted = z.object({
  id: Id,
  title: z.string(),
  brand: z.string(),
  size: z.string(),
  maxPrice: z.string(),
  isFulfilled: z.boolean(),
  isRemoved: z.boolean(),
});

/** A conversation as one of its two members sees it. */
export const Conversation = z.object({
  id: Id,
  buyerId: Id,
  sellerId: Id,
  listingId: Id.nullable(),
  wtbListingId: Id.nullable(),
  isWTB: z.boolean(),
  listing: ConversationListing.nullable(),
  wtbListing: ConversationWanted.nullable(),
  buyer: Person,
  seller: Person,
  lastMessage: LastMessage.nullable(),
  lastSeq: z.int().min(0),
  changeSeq: z
    .int()
    .min(0)
    .meta({ description: 'Incremented each time a message is edited, unsent or removed' }),
  readSeq: z.int().min(0).meta({ description: 'The last message that I have read' }),
  otherReadSeq: z.int().min(0).meta({
    description: 'The last message that the other member has read; 0 while either has blocked the other',
  }),
  deliveredSeq: z
    .int()
    .min(0)
    .meta({ description: 'The last message that one of my devices has reported as delivered' }),
  otherDeliveredSeq: z
    .int()
    .min(0)
    .meta({ description: 'The same for the other member; 0 while either has blocked the other' }),
  isRead: z.boolean(),
  block: Block.meta({ description: 'While set, neither member can write' }),
  isArchived: z.boolean().meta({ description: 'Archived by me; a new message unarchives it' }),
  isMuted: z.boolean().meta({ description: 'I am not notified of its messages' }),
  createdAt: z.iso.datetime(),
});
export type Conversation = z.infer<typeof Conversation>;
