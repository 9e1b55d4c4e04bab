import { randomUUID } from 'node:crypto';
import { markRead } from '../src/conversations/mark-read.ts';
import { openConversation } from '../src/conversations/open-conversation.ts';
import { sendMessage } from '../src/conversations/send-message.ts';
import type { Ctx } from '../src/platform/core/ctx.ts';
import type { Members } from './add-members.ts';
import type { DemoConversation } from './catalogue/conversations.ts';
import { ageInMs } from './catalogue/listing.ts';
import { dateConversation, dateMessage } from './queries.ts';

/** Items by title: id and owner. */
export type Items = Map<string, { id: string; ownerId: string }>;

/** Replays a conversation between two members, with every message read except those marked as unread. */
export async function addConversation(
  ctx: Ctx,
  members: Members,
  { listings, wanted }: { listings: Items; wanted: Items },
  { about, opener, lines, unread }: DemoConversation,
  now: number,
): Promise<void> {
  const isWTB = 'wanted' in about;
  const title = isWTB ? about.wanted : about.listing;
  const item = (isWTB ? wanted : listings).get(title);
  const owner = Object.values(members).find(({ id }) => id === item?.ownerId);
  if (!item || !owner) throw new Error(`no listing or WTB "${title}" in the catalogue`);

  const { conversation } = await openConversation(ctx, members[opener], {
    sellerId: owner.id,
    isWTB,
    ...(isWTB ? { wtbListingId: item.id } : { listingId: item.id }),
  });
  const times = lines.map(([, age]) => new Date(now - ageInMs(age)));
  for (const [i, [side, , content]] of lines.entries()) {
    const [from, to] = side === '>' ? [members[opener], owner] : [owner, members[opener]];
    const send = { clientId: randomUUID(), conversationId: conversation.id, type: 'text', content } as const;
    const { seq } = await sendMessage(ctx, from, send);
    if (!unread || i < lines.length - 1) await markRead(ctx, to, { conversationId: conversation.id, seq });
    await ctx.db.transact((tx) => dateMessage(tx, conversation.id, seq, times[i] ?? new Date(now)));
  }
  const [createdAt = new Date(now)] = times;
  await ctx.db.transact((tx) =>
    dateConversation(tx, conversation.id, { createdAt, lastMessageAt: times.at(-1) ?? createdAt }),
  );
}
