import { markRead } from '../src/conversations/mark-read.ts';
import { answerDeal } from '../src/deals/deals/answer-deal.ts';
import { nameOther } from '../src/deals/deals/name-other.ts';
import { answerVouch } from '../src/deals/vouches/answer-vouch.ts';
import { writeVouch } from '../src/deals/vouches/write-vouch.ts';
import type { Actor } from '../src/platform/core/actor.ts';
import type { Ctx } from '../src/platform/core/ctx.ts';
import type { Items } from './add-conversations.ts';
import type { Members } from './add-members.ts';
import type { DemoDeal, DemoVouch } from './catalogue/deals.ts';
import { dateConversation, dateDeal, dateMessage, dateVouch, findConversationOf } from './queries.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** How long after the sale the other member confirms it, and each vouch follows. */
const CONFIRMED_AFTER = 5 * HOUR;
const VOUCHED_AFTER = 2 * DAY;

interface Parties {
  buyer: Actor;
  seller: Actor;
}

/** Lets the seller name the buyer, and the buyer confirm. @returns the id of the deal */
async function makeDeal(ctx: Ctx, { buyer, seller }: Parties, listingId: string, soldAt: Date) {
  const [conversation] = await ctx.db.read((conn) => findConversationOf(conn, listingId, buyer.id));
  if (!conversation) throw new Error(`no conversation about the deal of ${listingId}`);
  const { id: conversationId, lastSeq, createdAt } = conversation;
  const message = await nameOther(ctx, seller, { listingId, wantedId: null }, conversationId);
  if (!message?.deal) throw new Error('the message does not ask about a deal');
  await answerDeal(ctx, buyer, { dealId: message.deal.id, isYes: true });
  const madeAt = new Date(soldAt.getTime() + CONFIRMED_AFTER);
  for (const actor of [buyer, seller]) await markRead(ctx, actor, { conversationId, seq: lastSeq + 2 });
  const dealId = message.deal.id;
  await ctx.db.transact(async (tx) => {
    await dateMessage(tx, conversationId, lastSeq + 1, soldAt);
    await dateMessage(tx, conversationId, lastSeq + 2, madeAt);
    const lastMessageAt = new Date(Math.max(madeAt.getTime(), conversation.lastMessageAt.getTime()));
    await dateConversation(tx, conversationId, { createdAt, lastMessageAt });
  });
  return { dealId, madeAt };
}

/** Adds a deal with its vouches; one that stands alone is public after 14 days, as in the product. */
export async function addDeal(
  ctx: Ctx,
  members: Members,
  listings: Items,
  { listing, buyer, byBuyer, bySeller }: DemoDeal,
  { soldAt, now }: { soldAt: Date; now: number },
): Promise<void> {
  const item = listings.get(listing);
  const seller = Object.values(members).find(({ id }) => id === item?.ownerId);
  if (!item || !seller) throw new Error(`no listing "${listing}" in the catalogue`);
  const parties = { buyer: members[buyer], seller };
  const { dealId, madeAt } = await makeDeal(ctx, parties, item.id, soldAt);
  const written: [Actor, Actor, DemoVouch][] = [];
  if (byBuyer) written.push([parties.buyer, seller, byBuyer]);
  if (bySeller) written.push([seller, parties.buyer, bySeller]);
  const ids: string[] = [];
  for (const [writer, , [rating, text]] of written) {
    ids.push((await writeVouch(ctx, writer, dealId, { rating, text })).id);
  }
  const writtenAt = new Date(madeAt.getTime() + VOUCHED_AFTER);
  const releasesAt = written.length > 1 ? writtenAt : new Date(writtenAt.getTime() + 14 * DAY);
  await ctx.db.transact(async (tx) => {
    await dateDeal(tx, dealId, { proposedAt: soldAt, madeAt });
    for (const id of ids) {
      // Dated back, it would otherwise be announced to its subject when the server starts.
      const announcedAt = releasesAt.getTime() <= now ? releasesAt : null;
      await dateVouch(tx, id, { writtenAt, releasesAt, announcedAt });
    }
  });
  for (const [n, id] of ids.entries()) {
    const [, subject, vouch] = written[n] ?? [];
    const answer = vouch?.[2];
    if (subject && answer) await answerVouch(ctx, subject, id, { text: answer });
  }
}
