import { pushOf } from '@selvedge/shared/push';
import { unreadMail } from '../mail/unread.ts';
import type { Notifying } from './context.ts';
import { mayTell, type Telling } from './may-tell.ts';
import { findSettings, markTold, type Role, takeWaiting, waiting } from './queries.ts';
import { sendPush } from './send-push.ts';

/** What is looked at in one go. */
const AT_ONCE = 100;

interface Due {
  role: Role;
  conversationId: string;
}

/** Where messages are given up by mail. */
export const UNSUBSCRIBE_PATH = '/mail/unsubscribe/messages';

/**
 * Takes all that has waited for one person, notes that it is told, and posts the mail about it. Whoever takes it tells it:
 * so nothing is told twice, whatever else looks at the same time, and what was read until now is not told at all.
 * @returns what is to be pushed.
 */
async function takeUp(ctx: Notifying, personId: string, due: Due[], until: Date) {
  return ctx.db.transact(async (tx) => {
    const settings = await findSettings(tx, personId);
    const to = settings.messagesByMail ? await ctx.mailAddressOf(tx, personId) : null;
    const pushes: Telling[] = [];
    const mailed: Telling[] = [];
    // In one order: who takes several holds them all, and must not wait for somebody who waits for one of these.
    const inOrder = due.toSorted((a, b) => a.conversationId.localeCompare(b.conversationId));
    for (const { role, conversationId } of inOrder) {
      const state = await takeWaiting(tx, role, conversationId, until);
      if (!state || state.readSeq >= state.lastSeq) continue;
      const telling = await mayTell(ctx, tx, personId, conversationId);
      if (!telling) continue;
      const by = {
        push: settings.messagesByPush && state.pushedSeq < state.lastSeq,
        // One mail for each conversation until that much is read.
        mail: to !== null && state.mailedSeq <= state.readSeq,
      };
      if (by.push) pushes.push(telling);
      if (by.mail) mailed.push(telling);
      if (by.push || by.mail) await markTold(tx, role, conversationId, state.lastSeq, by);
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
  const pushes = await takeUp(ctx, personId, due, until);
  await Promise.all(
    pushes.map(({ conversationId, from, item }) =>
      sendPush(ctx, personId, pushOf(conversationId, from, item)),
    ),
  );
}

/** Tells everybody what has waited for them for too long: by push what none has told, and all in one mail to each. */
export async function tellUnread(ctx: Notifying, now = new Date()): Promise<void> {
  const until = new Date(now.getTime() - ctx.times.away);
  for (;;) {
    const found = await ctx.db.read(async (conn) => ({
      buyer: await waiting(conn, 'buyer', until, AT_ONCE),
      seller: await waiting(conn, 'seller', until, AT_ONCE),
    }));
    const all = (['buyer', 'seller'] as const).flatMap((role) =>
      found[role].map((one) => ({ ...one, role })),
    );
    const byPerson = Map.groupBy(all, ({ personId }) => personId);
    const done = await Promise.allSettled(
      [...byPerson].map(([personId, due]) => tellPerson(ctx, personId, due, until)),
    );
    for (const one of done) {
      if (one.status === 'rejected') ctx.log.warn({ err: one.reason }, 'unread messages were not told');
    }
    const isMore = found.buyer.length === AT_ONCE || found.seller.length === AT_ONCE;
    // What could not even be taken would be the next again.
    if (!isMore || done.some(({ status }) => status === 'rejected')) return;
  }
}
