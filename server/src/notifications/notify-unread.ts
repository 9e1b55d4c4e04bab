import { pushOf } from '@selvedge/shared/push';
import { ROLES, type Role } from '../db/inbox-parts.ts';
import { unreadMail } from '../mail/unread.ts';
import type { Notifying } from './context.ts';
import { mayNotify, type NotificationContext } from './may-notify.ts';
import { claimWaiting, findSettings, findWaiting, markNotified } from './queries.ts';
import { sendPush } from './send-push.ts';

/** How many waiting conversations are read at a time, in each role. */
const AT_ONCE = 100;

interface Due {
  role: Role;
  conversationId: string;
}

/** The page that a mail's unsubscribe link leads to. */
export const UNSUBSCRIBE_PATH = '/mail/unsubscribe/messages';

/**
 * Claims all conversations that have waited for one person, notes them as told, and posts the mail about them. Only the
 * process that claims a conversation tells it, so nothing is told twice; what was read by now is not told at all.
 * @returns what is to be pushed.
 */
async function claimDue(ctx: Notifying, personId: string, due: Due[], until: Date) {
  return ctx.db.transact(async (tx) => {
    const settings = await findSettings(tx, personId);
    const to = settings.messagesByMail ? await ctx.mailAddressOf(tx, personId) : null;
    const pushes: NotificationContext[] = [];
    const mailed: NotificationContext[] = [];
    // Always in the same order: each claim locks a row until the end, so that two processes cannot deadlock.
    const inOrder = due.toSorted((a, b) => a.conversationId.localeCompare(b.conversationId));
    for (const { role, conversationId } of inOrder) {
      const state = await claimWaiting(tx, role, conversationId, until);
      if (!state || state.readSeq >= state.lastSeq) continue;
      const telling = await mayNotify(ctx, tx, personId, conversationId);
      if (!telling) continue;
      const by = {
        push: settings.messagesByPush && state.pushedSeq < state.lastSeq,
        // At most one mail for a conversation until the person has read what that mail told of.
        mail: to !== null && state.mailedSeq <= state.readSeq,
      };
      if (by.push) pushes.push(telling);
      if (by.mail) mailed.push(telling);
      if (by.push || by.mail) await markNotified(tx, role, conversationId, state.lastSeq, by);
    }
    if (to !== null && mailed.length > 0) {
      const { publicUrl, tokens } = ctx;
      const unsubscribe = `${publicUrl}${UNSUBSCRIBE_PATH}?token=${tokens.make(personId)}`;
      await ctx.mailer.post(tx, unreadMail({ to, publicUrl, unsubscribe, conversations: mailed }));
    }
    return pushes;
  });
}

async function tellPerson(ctx: Notifying, personId: string, due: Due[], until: Date): Promise<void> {
  const pushes = await claimDue(ctx, personId, due, until);
  await Promise.all(
    pushes.map(({ conversationId, from, item }) =>
      sendPush(ctx, personId, pushOf(conversationId, from, item)),
    ),
  );
}

/** Tells everybody about messages that have waited too long: pushes those not pushed yet, and sends each one mail. */
export async function notifyUnread(ctx: Notifying, now = new Date()): Promise<void> {
  const until = new Date(now.getTime() - ctx.times.away);
  for (;;) {
    const found = await ctx.db.read(async (conn) => ({
      buyer: await findWaiting(conn, 'buyer', until, AT_ONCE),
      seller: await findWaiting(conn, 'seller', until, AT_ONCE),
    }));
    const all = ROLES.flatMap((role) => found[role].map((one) => ({ ...one, role })));
    const byPerson = Map.groupBy(all, ({ personId }) => personId);
    const done = await Promise.allSettled(
      [...byPerson].map(([personId, due]) => tellPerson(ctx, personId, due, until)),
    );
    for (const one of done) {
      if (one.status === 'rejected') ctx.log.warn({ err: one.reason }, 'unread messages were not told');
    }
    const isMore = found.buyer.length === AT_ONCE || found.seller.length === AT_ONCE;
    // A conversation that could not be claimed would be found again at once: leave it for the next round.
    if (!isMore || done.some(({ status }) => status === 'rejected')) return;
  }
}
