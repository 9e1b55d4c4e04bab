import type { Block, Conversation, Message } from '@selvedge/shared/conversations/conversations';
import type { ProposedDeal } from '@selvedge/shared/deals/deals';
import type { Offer } from '@selvedge/shared/deals/offers';
import { truncate } from '@selvedge/shared/platform/format';
import { DEAL_ANSWER_DAYS, LAST_MESSAGE_MAX } from '@selvedge/shared/platform/limits';
import { fromCents } from '@selvedge/shared/platform/money';
import { blockOf, presentMember } from '../members/public.ts';

import { formatInstant } from '../platform/core/format-instant.ts';
import { mediaUrl } from '../platform/core/media-url.ts';
import type { ChatImages } from '../platform/media/chat-images.ts';
import { deliveredTo } from './delivered/delivered-to.ts';
import type { ConversationRow, MessageRow } from './queries.ts';

const DAY = 24 * 3_600_000;

type ImageUrls = Pick<ChatImages, 'urlFor'>;

function presentImage(
  { image }: MessageRow,
  viewerId: string,
  images: ImageUrls,
): Pick<Message, 'imageUrl' | 'image'> {
  if (!image) return { imageUrl: null };
  const { key, ...box } = image;
  return { imageUrl: images.urlFor(key, viewerId), image: box };
}

const presentOffer = (row: NonNullable<MessageRow['offer']>): Offer => ({
  id: row.id,
  amount: fromCents(row.amountCents),
  state: row.state,
  expiresAt: row.expiresAt.toISOString(),
  by: row.byId,
  listingPrice: row.listingPriceCents === null ? null : fromCents(row.listingPriceCents),
});

const presentDeal = ({ id, state, proposedAt }: NonNullable<MessageRow['deal']>): ProposedDeal => ({
  id,
  state,
  expiresAt: state === 'made' ? null : new Date(proposedAt.getTime() + DEAL_ANSWER_DAYS * DAY).toISOString(),
});

export function presentMessage(row: MessageRow, viewerId: string, images: ImageUrls): Message {
  return {
    id: row.id,
    seq: row.seq,
    conversationId: row.conversationId,
    clientId: row.clientId,
    senderId: row.sender.id,
    sender: presentMember(row.sender),
    messageType: row.messageType,
    content: row.content,
    ...presentImage(row, viewerId, images),
    ...(row.offer && !row.removedAt && !row.unsentAt && { offer: presentOffer(row.offer) }),
    ...(row.deal && !row.removedAt && !row.unsentAt && { deal: presentDeal(row.deal) }),
    ...(row.hold && !row.removedAt && { hold: row.hold }),
    ...(row.record && !row.removedAt && !row.unsentAt && { record: row.record }),
    ...(row.removedAt && { isRemoved: true }),
    ...(row.unsentAt && { isUnsent: true }),
    ...(row.editedAt && { editedAt: formatInstant(row.editedAt) }),
    ...(row.changedSeq !== null && { changedSeq: row.changedSeq }),
    createdAt: formatInstant(row.createdAt),
  };
}

const presentListing = (
  row: NonNullable<ConversationRow['listing']>,
  conversationId: string,
): NonNullable<Conversation['listing']> => ({
  id: row.id,
  title: row.title,
  brand: row.brand,
  price: fromCents(row.priceCents),
  ...(row.originalPriceCents !== null && { originalPrice: fromCents(row.originalPriceCents) }),
  isDiscounted: row.originalPriceCents !== null,
  isSold: row.isSold,
  ...(row.holdUntil && { isOnHold: true }),
  ...(row.holdUntil &&
    row.holdConversationId === conversationId && { hold: { until: row.holdUntil.toISOString() } }),
  isRemoved: row.removedAt !== null,
  images: row.photos.slice(0, 1).map((photo) => mediaUrl(photo.key)),
});

const presentWanted = (
  row: NonNullable<ConversationRow['wanted']>,
): NonNullable<Conversation['wtbListing']> => ({
  id: row.id,
  title: row.title,
  brand: row.brand,
  size: row.size,
  maxPrice: fromCents(row.maxPriceCents),
  isFulfilled: row.isFulfilled,
  isRemoved: row.removedAt !== null,
});

/** When each participant blocked the other, as `viewerId` sees it. */
const blocksFor = (
  { conversation, blockedByBuyerAt, blockedBySellerAt }: ConversationRow,
  viewerId: string,
) =>
  conversation.buyerId === viewerId
    ? { mine: blockedByBuyerAt, theirs: blockedBySellerAt }
    : { mine: blockedBySellerAt, theirs: blockedByBuyerAt };

export function blockFor(row: ConversationRow, viewerId: string): Block {
  const { mine, theirs } = blocksFor(row, viewerId);
  return blockOf(mine !== null, theirs !== null);
}

// A member who has blocked the owner receives nothing that the owner writes afterwards: of an item edited
// since, they see what becomes of it, without its texts and photo.
function presentItem(row: ConversationRow, viewerId: string): Pick<Conversation, 'listing' | 'wtbListing'> {
  const { conversation, listing, wanted } = row;
  const ownerId = listing ? conversation.sellerId : conversation.buyerId;
  const blockedAt = ownerId === viewerId ? null : blocksFor(row, viewerId).mine;
  const editedAt = (listing ?? wanted)?.editedAt ?? null;
  const isWithheld = blockedAt !== null && editedAt !== null && editedAt >= blockedAt;
  const shown = listing && presentListing(listing, conversation.id);
  const shownWanted = wanted && presentWanted(wanted);
  if (!isWithheld) return { listing: shown, wtbListing: shownWanted };
  return {
    listing: shown && { ...shown, title: 'Edited listing', brand: '', images: [] },
    wtbListing: shownWanted && { ...shownWanted, title: 'Edited WTB', brand: '', size: '' },
  };
}

export function presentConversation(row: ConversationRow, viewerId: string): Conversation {
  const { conversation: c, last } = row;
  const isBuyer = c.buyerId === viewerId;
  const [readSeq, otherReadSeq] = isBuyer
    ? [c.buyerReadSeq, c.sellerReadSeq]
    : [c.sellerReadSeq, c.buyerReadSeq];
  const [deliveredSeq, otherDeliveredSeq] = deliveredTo(c, isBuyer);
  const block = blockFor(row, viewerId);
  return {
    id: c.id,
    buyerId: c.buyerId,
    sellerId: c.sellerId,
    listingId: c.listingId,
    wtbListingId: c.wantedId,
    isWTB: c.wantedId !== null,
    ...presentItem(row, viewerId),
    buyer: presentMember(row.buyer),
    seller: presentMember(row.seller),
    lastMessage: last && {
      senderId: last.senderId,
      content: truncate(last.content, LAST_MESSAGE_MAX),
      messageType: last.messageType,
      ...(last.removedAt && { isRemoved: true }),
      ...(last.unsentAt && { isUnsent: true }),
      ...(last.isStatement && !last.removedAt && !last.unsentAt && { isStatement: true }),
      createdAt: formatInstant(last.createdAt),
    },
    lastSeq: c.lastSeq,
    changeSeq: c.changeSeq,
    readSeq,
    otherReadSeq: block === null ? otherReadSeq : 0,
    deliveredSeq,
    otherDeliveredSeq: block === null ? otherDeliveredSeq : 0,
    isRead: readSeq >= c.lastSeq,
    block,
    isArchived: (isBuyer ? c.buyerArchivedAt : c.sellerArchivedAt) !== null,
    isMuted: (isBuyer ? c.buyerMutedAt : c.sellerMutedAt) !== null,
    createdAt: formatInstant(c.createdAt),
  };
}
