import { isConnected } from '../../conversations/public.ts';
import { mailAddressOf } from '../../identity/public.ts';
import { lockUser } from '../../members/public.ts';
import type { Ctx } from '../../platform/core/ctx.ts';
import type { Tx } from '../../platform/db/database.ts';
import { updatesMail } from '../../platform/mail/updates.ts';
import { kindsOn, settingsOf } from '../settings.ts';
import { bundle } from './bundle.ts';
import { presentNotice } from './present.ts';
import { endDueMails, endMails, mailedSince, membersToMail, toMail } from './queries.ts';
import { mailTokensOf, timesOf } from './times.ts';
import { UNSUBSCRIBE_PATH } from './unsubscribe-page.ts';

const MEMBERS_MAX = 20;
/** How many notices one mail counts. */
const NOTICES_MAX = 500;
/** Stores the mail with all that the member has not read, and ends what is due, in one transaction. */
async function mailWithin(ctx: Ctx, tx: Tx, userId: string, now: Date): Promise<void> {
  // One node at a time: the other then finds the mail of this one.
  await lockUser(tx, userId);
  const since = new Date(now.getTime() - timesOf(ctx).pause);
  if ((await mailedSince(tx, userId, since)).length > 0) return;
  const to = await mailAddressOf(tx, userId);
  const mailed = (await settingsOf(ctx, tx, userId)).flatMap(({ kind, mail }) => (mail ? kind : []));
  const rows = await toMail(tx, kindsOn(ctx), userId, NOTICES_MAX);
  const wanted = rows
    .map((row) => ({ row, ...presentNotice(ctx, row) }))
    .filter(({ notice, isOver }) => !isOver && mailed.includes(notice.kind));
  const isDue = wanted.some(({ row }) => row.notice.mailAt !== null && row.notice.mailAt <= now);
  if (to !== null && isDue) {
    const notices = bundle(
      ctx,
      wanted.map(({ row }) => row),
    );
    const { publicUrl } = ctx.config;
    const unsubscribe = `${publicUrl}${UNSUBSCRIBE_PATH}?token=${mailTokensOf(ctx).make(userId)}`;
    await ctx.mailer.post(tx, updatesMail({ to, publicUrl, unsubscribe, notices }));
    await endMails(
      tx,
      wanted.map(({ notice }) => notice.id),
      now,
    );
  }
  await endDueMails(tx, userId, now);
}

async function mailMember(ctx: Ctx, userId: string, now: Date): Promise<void> {
  // Members with the product open see their updates there.
  const isHere = await isConnected(ctx, userId);
  await ctx.db.transact(async (tx) => {
    await (isHere ? endDueMails(tx, userId, now) : mailWithin(ctx, tx, userId, now));
  });
}

/** Mails members who are away what they have not read: at most one mail an hour, with all of it. */
export async function mailDue(ctx: Ctx, now = new Date()): Promise<void> {
  const since = new Date(now.getTime() - timesOf(ctx).pause);
  for (;;) {
    const members = await ctx.db.read(async (conn) =>
      membersToMail(conn, { now, since, limit: MEMBERS_MAX }),
    );
    const done = await Promise.allSettled(members.map(({ userId }) => mailMember(ctx, userId, now)));
    const failed = done.find((one) => one.status === 'rejected');
    if (failed) ctx.log.warn({ err: failed.reason }, 'could not mail updates; retrying on the next run');
    if (members.length < MEMBERS_MAX || failed) return;
  }
}
