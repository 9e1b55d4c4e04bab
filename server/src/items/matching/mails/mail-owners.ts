import { formatPrice } from '@selvedge/shared/platform/format';
import { fromCents } from '@selvedge/shared/platform/money';
import { isConnected } from '../../../conversations/public.ts';
import { mailAddressOf } from '../../../identity/public.ts';
import { createMailTokens } from '../../../members/public.ts';
import { type Ctx, perProduct } from '../../../platform/core/ctx.ts';
import { matchesMail } from '../../../platform/mail/matches.ts';
import { claimMail, markMailed, ownersToMail, type UnmailedRow, unmailedMatches } from './queries.ts';

/** In milliseconds. */
export interface MailTimes {
  /** How long a match waits to be seen in the product before it is mailed. */
  away: number;
  /** Between two mails to the same member. */
  pause: number;
  /** Between two searches for members to mail. */
  interval: number;
}

const MAIL_TIMES: MailTimes = { away: 120_000, pause: 3_600_000, interval: 30_000 };

const OWNERS_MAX = 20;
/** How many matches one mail covers; the next mail has the rest. */
const MATCHES_MAX = 500;
/** How many listings a mail names; the others are only counted. */
const NAMED_MAX = 10;

export const mailTokensOf = perProduct((ctx) => createMailTokens(ctx.deriveKey('mail links')));
export const timesOf = ({ edges }: Ctx): MailTimes => edges.times?.matches ?? MAIL_TIMES;

interface Owner {
  ownerId: string;
  isOff: boolean | null;
}

/** Null when no mail is needed. */
async function composeMail(ctx: Ctx, { ownerId, isOff }: Owner, rows: UnmailedRow[]) {
  // Members with the product open have already seen them.
  if (isOff || (await isConnected(ctx, ownerId))) return null;
  return ctx.db.read(async (conn) => {
    const to = await mailAddressOf(conn, ownerId);
    const shown = rows.filter(({ isShown }) => isShown);
    // One listing may match several of a member's WTBs.
    const listings = [...new Map(shown.map((row) => [row.listingId, row])).values()];
    return to === null || listings.length === 0 ? null : { to, listings };
  });
}

/** Claims and stores the mail, and marks the matches, in one transaction. */
async function mailOwner(ctx: Ctx, owner: Owner, now: Date): Promise<void> {
  const { db, mailer } = ctx;
  const { publicUrl } = ctx.config;
  const times = timesOf(ctx);
  const { ownerId } = owner;
  const rows = await db.read(async (conn) => unmailedMatches(conn, ownerId, MATCHES_MAX));
  if (rows.length === 0) return;
  const mail = await composeMail(ctx, owner, rows);
  // Without a mail, settle only older matches: the member may be away by the time the newest ones are due.
  const settled = mail
    ? rows
    : rows.filter(({ createdAt }) => createdAt.getTime() <= now.getTime() - times.away);
  if (settled.length === 0) return;
  await db.transact(async (tx) => {
    if (mail) {
      const lastBefore = new Date(now.getTime() - times.pause);
      if ((await claimMail(tx, ownerId, now, lastBefore)).length === 0) return;
      await mailer.post(
        tx,
        matchesMail({
          to: mail.to,
          publicUrl,
          unsubscribe: `${publicUrl}/mail/unsubscribe?token=${mailTokensOf(ctx).make(ownerId)}`,
          listings: mail.listings.slice(0, NAMED_MAX).map(({ listingId, title, brand, priceCents }) => ({
            text: `${brand} · ${title} · ${formatPrice(fromCents(priceCents), ctx.settings.current().currency)}`,
            link: `${publicUrl}/listing/${listingId}`,
          })),
          count: mail.listings.length,
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

export async function mailOwners(ctx: Ctx): Promise<void> {
  const now = new Date();
  const { away, pause } = timesOf(ctx);
  const before = (ms: number) => new Date(now.getTime() - ms);
  const filter = { until: before(away), lastBefore: before(pause), limit: OWNERS_MAX };
  for (;;) {
    const owners = await ctx.db.read(async (conn) => ownersToMail(conn, filter));
    const done = await Promise.allSettled(owners.map((owner) => mailOwner(ctx, owner, now)));
    for (const result of done) {
      if (result.status === 'rejected')
        ctx.log.warn({ err: result.reason }, 'could not mail matches; retrying on the next run');
    }
    // Members whose mail failed would be found again immediately: leave them to the next run.
    if (owners.length < OWNERS_MAX || done.some(({ status }) => status === 'rejected')) return;
  }
}
