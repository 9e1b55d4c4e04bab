import { pushOf } from '@selvedge/shared/push';
import type { Notifying, Unread } from './context.ts';
import { mayNotify } from './may-notify.ts';
import { claimPush, findSettings, subscriptionsOf } from './queries.ts';
import { sendPush } from './send-push.ts';

/** What to push to a person; null when they have no subscribed browser, want no pushes, or may not be told. */
async function tellingOf(ctx: Notifying, { personId, conversationId }: Unread) {
  return ctx.db.read(async (conn) => {
    if ((await subscriptionsOf(conn, { userId: personId })).length === 0) return null;
    if (!(await findSettings(conn, personId)).messagesByPush) return null;
    return mayNotify(ctx, conn, personId, conversationId);
  });
}

/**
 * Makes the function that pushes a message at once to a person who has the product open nowhere; call it after the
 * commit. One push of a conversation is on its way at a time, and messages that come meanwhile share the next push.
 */
export function createAwayTeller(ctx: Notifying): (unread: Unread) => Promise<void> {
  const running = new Map<string, { next: Unread | null }>();

  async function tell(unread: Unread): Promise<void> {
    const { personId, conversationId, seq } = unread;
    if (await ctx.isConnected(personId)) return;
    const telling = await tellingOf(ctx, unread);
    if (!telling) return;
    const turn = await ctx.db.transact(async (tx) => claimPush(tx, telling.role, conversationId, seq));
    if (turn.length > 0) await sendPush(ctx, personId, pushOf(conversationId, telling.from, telling.item));
  }

  return async function notifyAway(unread) {
    const key = `${unread.conversationId} ${unread.personId}`;
    const current = running.get(key);
    if (current) {
      current.next = unread;
      return;
    }
    const run: { next: Unread | null } = { next: unread };
    running.set(key, run);
    try {
      for (let one = run.next; one; one = run.next) {
        run.next = null;
        await tell(one);
      }
    } finally {
      running.delete(key);
    }
  };
}
