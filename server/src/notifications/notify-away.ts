import { MESSAGES } from '@selvedge/shared/notifications/notifications';
import type { Received } from '../conversations/public.ts';
import { isConnected } from '../conversations/public.ts';
import type { Ctx } from '../platform/core/ctx.ts';
import { mayNotify } from './may-notify.ts';
import { pushOf } from './push-of.ts';
import { claimPush, subscriptionsOf } from './queries.ts';
import { sendPush } from './send-push.ts';
import { wants } from './settings.ts';

/** Null without a subscribed browser, with pushes off, or when the member may not be notified. */
async function notificationFor(ctx: Ctx, { memberId, conversationId, seq }: Received) {
  return ctx.db.read(async (conn) => {
    if ((await subscriptionsOf(conn, { userId: memberId })).length === 0) return null;
    if (!(await wants(ctx, conn, memberId, MESSAGES)).push) return null;
    return mayNotify(ctx, conn, memberId, conversationId, seq - 1);
  });
}

/**
 * Call the function that it creates after the commit. One push per conversation is in flight at a time;
 * messages that arrive meanwhile share the next push.
 */
export function createAwayNotifier(ctx: Ctx): (unread: Received) => Promise<void> {
  const running = new Map<string, { next: Received | null }>();

  async function pushIfAway(unread: Received): Promise<void> {
    const { memberId, conversationId, seq } = unread;
    if (await isConnected(ctx, memberId)) return;
    const notification = await notificationFor(ctx, unread);
    if (!notification) return;
    const claimed = await ctx.db.transact(async (tx) =>
      claimPush(tx, notification.role, conversationId, seq),
    );
    if (claimed.length > 0) await sendPush(ctx, memberId, pushOf(notification));
  }

  return async function notifyAway(unread) {
    const key = `${unread.conversationId} ${unread.memberId}`;
    const current = running.get(key);
    if (current) {
      current.next = unread;
      return;
    }
    const run: { next: Received | null } = { next: unread };
    running.set(key, run);
    try {
      for (let message = run.next; message; message = run.next) {
        run.next = null;
        await pushIfAway(message);
      }
    } finally {
      running.delete(key);
    }
  };
}
