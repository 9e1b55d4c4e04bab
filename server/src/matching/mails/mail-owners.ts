import { formatPrice } from '@selvedge/shared/format';
import { fromCents } from '@selvedge/shared/money';
import type { Conn } from '../../db/database.ts';
import type { Mailer } from '../../mail/mailer.ts';
import { matchesMail } from '../../mail/matches.ts';
import type { MailTokens } from '../../mail/unsubscribe/token.ts';
import type { Matching } from '../context.ts';
import { claimMail, markMailed, ownersToMail, type UntoldRow, untold } from './queries.ts';

/** In milliseconds. */
export interface MailTimes {
  /** How long a match may be seen in the product before it is mailed. */
  away: number;
  /** Between two mails to the same person. */
  pause: number;
  /** Between two searches for people to mail. */
  look: number;
}

export const MAIL_TIMES: MailTimes = { away: 120_000, pause: 3_600_000, look: 30_000 };

const OWNERS_AT_ONCE = 20;
/** How many matches one mail covers; the rest comes with the next. */
const MATCHES_MAX = 500;
/** How many listings a mail names; further ones are only counted. */
const NAMED_MAX = 10;

export interface Mailing extends Matching {
  mailer: Mailer;
  publicUrl: string;
  tokens: MailTokens;
  times: MailTimes;
  /** Whether somebody has the product open, on any node. */
  isConnected(userId: string): Promise<boolean>;
  /** The address that somebody gets mail at; null when it is not confirmed, or they may not sign in. */
  mailAddressOf(conn: Conn, userId: string): Promise<string | null>;
}

interface Owner {
  ownerId: string;
  isOff: boolean | null;
}

/** The listings to mail to somebody who is away, and the address; null when no mail is needed. */
async function letterFor(ctx: Mailing, { ownerId, isOff }: Owner, rows: UntoldRow[]) {
  // People with the product open were told there.
  if (isOff || (await ctx.isConnected(ownerId))) return null;
  return ctx.db.read(async (conn) => {
    const to = await ctx.mailAddressOf(conn, ownerId);
    const told = rows.filter(({ isShown }) => isShown);
    // One listing may match several of their requests.
    const listings = [...new Map(told.map((row) => [row.listingId, row])).values()];
    return to === null || listings.length === 0 ? null : { to, listings };
  });
}

/** Mails one person all matches that no mail has told. Claiming, marking and posting happen in one transaction. */
async function mailOwner(ctx: Mailing, owner: Owner, now: Date): Promise<void> {
  const { db, publicUrl, tokens, times, mailer } = ctx;
  const { ownerId } = owner;
  const rows = await db.read(async (conn) => untold(conn, ownerId, MATCHES_MAX));
  if (rows.length === 0) return;
  const letter = await letterFor(ctx, owner, rows);
  // Without a mail, only older matches are settled: for the newest ones the person may still turn out to be away.
  const settled = letter
    ? rows
    : rows.filter(({ createdAt }) => createdAt.getTime() <= now.getTime() - times.away);
  if (settled.length === 0) return;
  await db.transact(async (tx) => {
    if (letter) {
      const lastBefore = new Date(now.getTime() - times.pause);
      if ((await claimMail(tx, ownerId, now, lastBefore)).length === 0) return;
      await mailer.post(
        tx,
        matchesMail({
          to: letter.to,
          publicUrl,
          unsubscribe: `${publicUrl}/mail/unsubscribe?token=${tokens.make(ownerId)}`,
          listings: letter.listings.slice(0, NAMED_MAX).map(({ listingId, title, brand, priceCents }) => ({
            text: `${brand} · ${title} · ${formatPrice(fromCents(priceCents))}`,
            link: `${publicUrl}/listing/${listingId}`,
          })),
          count: letter.listings.length,
        }),
      );
    }
    await markMailed(
      tx,
      settled.map(({ id }) => id),
      now,
    );
  });
}

/** Sends one mail to each person who is away and has matches that they were not told. */
export async function mailOwners(ctx: Mailing): Promise<void> {
  const now = new Date();
  const { away, pause } = ctx.times;
  const before = (ms: number) => new Date(now.getTime() - ms);
  const sought = { until: before(away), lastBefore: before(pause), limit: OWNERS_AT_ONCE };
  for (;;) {
    const owners = await ctx.db.read(async (conn) => ownersToMail(conn, sought));
    const done = await Promise.allSettled(owners.map((owner) => mailOwner(ctx, owner, now)));
    for (const one of done) {
      if (one.status === 'rejected') ctx.log.warn({ err: one.reason }, 'matches were not mailed yet');
    }
    // People who could not be mailed would be found again at once: leave them for the next round.
    if (owners.length < OWNERS_AT_ONCE || done.some(({ status }) => status === 'rejected')) return;
  }
}
