import { MESSAGES } from '@selvedge/shared/notifications/notifications';
import { mailAddressOf } from '../identity/public.ts';
import type { Ctx } from '../platform/core/ctx.ts';
import { ROLES, type Role } from '../platform/db/inbox-parts.ts';
import { unreadMail } from '../platform/mail/unread.ts';
import { timesOf } from './delivery.ts';
import { mayNotify, type NotificationContext } from './may-notify.ts';
import { pushOf } from './push-of.ts';
import { claimWaiting, findWaiting, markNotified } from './queries.ts';
import { sendPush } from './send-push.ts';
import { wants } from './settings.ts';
import { unsubscribeLink } from './unsubscribe-link.ts';

const BATCH = 100;

interface Due {
  role: Role;
  conversationId: string;
}

/**
 * Only the process that claims a conversation notifies, so no member is notified twice; conversations read
 * meanwhile are skipped. @returns what to push
 */
async function claimDue(ctx: Ctx, memberId: string, due: Due[], until: Date) {
  return ctx.db.transact(async (tx) => {
    const wanted = await wants(ctx, tx, memberId, MESSAGES);
    const to = wanted.mail ? await mailAddressOf(tx, memberId) : null;
    const pushes: NotificationContext[] = [];
    const mailed: NotificationContext[] = [];
    // Always in the same order, so that two processes cannot deadlock: each claim locks a row until the end.
    const inOrder = due.toSorted((a, b) => a.conversationId.localeCompare(b.conversationId));
    for (const { role, conversationId } of inOrder) {
      const state = await claimWaiting(tx, role, conversationId, until);
      if (!state || state.readSeq >= state.lastSeq) continue;
      const notification = await mayNotify(ctx, tx, memberId, conversationId, state.readSeq);
      if (!notification) continue;
      const by = {
        push: wanted.push && state.pushedSeq < state.lastSeq,
        // At most one mail per conversation until the member has read what it was about.
        mail: to !== null && state.mailedSeq <= state.readSeq,
      };
      if (by.push) pushes.push(notification);
      if (by.mail) mailed.push(notification);
      if (by.push || by.mail) await markNotified(tx, role, conversationId, state.lastSeq, by);
    }
    if (to !== null && mailed.length > 0) {
      const { publicUrl } = ctx.config;
      const unsubscribe = unsubscribeLink(ctx, memberId);
      await ctx.mailer.post(tx, unreadMail({ to, publicUrl, unsubscribe, conversations: mailed }));
    }
    return pushes;
  });
}

async function notifyMember(ctx: Ctx, memberId: string, due: Due[], until: Date): Promise<void> {
  const pushes = await claimDue(ctx, memberId, due, until);
  await Promise.all(pushes.map((push) => sendPush(ctx, memberId, pushOf(push))));
}

/** Pushes what was not pushed yet, and sends each member one mail. */
export async function notifyUnread(ctx: Ctx, now = new Date()): Promise<void> {
  const until = new Date(now.getTime() - timesOf(ctx).away);
  for (;;) {
    const found = await ctx.db.read(async (conn) => ({
      buyer: await findWaiting(conn, 'buyer', until, BATCH),
      seller: await findWaiting(conn, 'seller', until, BATCH),
    }));
    const all = ROLES.flatMap((role) => found[role].map((entry) => ({ ...entry, role })));
    const byMember = Map.groupBy(all, ({ memberId }) => memberId);
    const done = await Promise.allSettled(
      [...byMember].map(([memberId, due]) => notifyMember(ctx, memberId, due, until)),
    );
    for (const entry of done) {
      if (entry.status === 'rejected')
        ctx.log.warn(
          { err: entry.reason },
          'could not notify members of unread messages; retrying on the next run',
        );
    }
    const hasMore = found.buyer.length === BATCH || found.seller.length === BATCH;
    // A conversation whose claim failed would be found again immediately: leave it to the next run.
    if (!hasMore || done.some(({ status }) => status === 'rejected')) return;
  }
}
