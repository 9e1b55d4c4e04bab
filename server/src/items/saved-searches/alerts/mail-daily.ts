import { mailAddressOf } from '../../../identity/public.ts';
import { hiddenMembers } from '../../../members/public.ts';
import type { Ctx } from '../../../platform/core/ctx.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { membersWithout } from '../dismissals/queries.ts';
import { searchesById } from '../queries.ts';
import { fits } from '../terms.ts';
import { type DueItem, dailyMail } from './daily-mail.ts';
import { claimDue, findMailsOff, listingsById, membersDue } from './queries.ts';
import { unsubscribeLinkOf } from './unsubscribe.ts';

const MEMBERS_MAX = 20;

/** What a member's searches have found that they can still buy, and that still fits. */
async function itemsOf(
  tx: Tx,
  memberId: string,
  due: Awaited<ReturnType<typeof claimDue>>,
): Promise<DueItem[]> {
  const searchIds = [...new Set(due.flatMap(({ searchId }) => searchId ?? []))];
  const searches = new Map((await searchesById(tx, searchIds)).map((search) => [search.id, search]));
  const listings = await listingsById(
    tx,
    due.map(({ listingId }) => listingId),
  );
  const searchOf = new Map(due.map(({ listingId, searchId }) => [listingId, searches.get(searchId ?? '')]));
  const items: DueItem[] = [];
  for (const listing of listings) {
    const search = searchOf.get(listing.id);
    if (!search || !fits(search.terms, listing)) continue;
    const besides = [
      ...(await hiddenMembers(tx, { id: listing.sellerId })).map(({ id }) => id),
      ...(await membersWithout(tx, listing.id, listing.sellerId)).map((one) => one.memberId),
    ];
    if (!besides.includes(memberId)) items.push({ listing, search });
  }
  return items;
}

/** Claims what is due, and stores the mail, in one transaction. */
async function mailMember(ctx: Ctx, tx: Tx, memberId: string, now: Date): Promise<void> {
  const due = await claimDue(tx, memberId, now);
  const [mails] = await findMailsOff(tx, memberId);
  const to = await mailAddressOf(tx, memberId);
  if (due.length === 0 || mails?.isOff || to === null) return;
  const items = await itemsOf(tx, memberId, due);
  if (items.length === 0) return;
  const { config, settings, mailer } = ctx;
  const unsubscribe = unsubscribeLinkOf(ctx, memberId, items);
  await mailer.post(
    tx,
    dailyMail({ to, publicUrl: config.publicUrl, currency: settings.currency(), items, unsubscribe }),
  );
}

/** Mails members what is due by now, each once. */
export async function mailDaily(ctx: Ctx, now = new Date()): Promise<void> {
  if (!ctx.settings.isOn('savedSearches')) return;
  for (;;) {
    const members = await ctx.db.read(async (conn) => membersDue(conn, now, MEMBERS_MAX));
    for (const { memberId } of members) await ctx.db.transact((tx) => mailMember(ctx, tx, memberId, now));
    if (members.length < MEMBERS_MAX) return;
  }
}
