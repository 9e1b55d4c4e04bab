import { isConnected } from '../../conversations/public.ts';
import type { Ctx } from '../../platform/core/ctx.ts';
import { sendPush } from '../send-push.ts';
import { kindsOn, wants } from '../settings.ts';
import { presentNotice } from './present.ts';
import { duePushes, endPush, leasePush, shownNotices } from './queries.ts';

const BATCH = 100;
/** Longer than any push takes: if its node is killed, another one pushes after this. */
const LEASE_MS = 60_000;

/** Null when it was read meanwhile, is out of date, or the member does not want it pushed. */
async function composePush(ctx: Ctx, id: string) {
  return ctx.db.read(async (conn) => {
    const [row] = await shownNotices(conn, kindsOn(ctx), [id]);
    if (!row) return null;
    const { notice, isOver } = presentNotice(ctx, row);
    if (isOver || !(await wants(ctx, conn, row.notice.userId, notice.kind)).push) return null;
    const { text: title, path } = notice;
    // A push service and a browser show the latest of the same topic, so that a repeated push shows once.
    return { title, body: 'See what is new', path, topic: id };
  });
}

async function pushOne(ctx: Ctx, { id, userId }: { id: string; userId: string }, now: Date) {
  const push = (await isConnected(ctx, userId)) ? null : await composePush(ctx, id);
  const until = push && new Date(now.getTime() + LEASE_MS);
  const leased = await ctx.db.transact(async (tx) => leasePush(tx, id, now, until));
  if (leased.length === 0 || !push) return;
  await sendPush(ctx, userId, push);
  await ctx.db.transact(async (tx) => endPush(tx, id));
}

/** Pushes the notices that are due to members who are away. Repeats a push only if its node was killed meanwhile. */
export async function pushDue(ctx: Ctx, now = new Date()): Promise<void> {
  for (;;) {
    const due = await ctx.db.read(async (conn) => duePushes(conn, now, BATCH));
    const done = await Promise.allSettled(due.map((one) => pushOne(ctx, one, now)));
    const failed = done.find((one) => one.status === 'rejected');
    if (failed) ctx.log.warn({ err: failed.reason }, 'could not push a notice; retrying on the next run');
    if (due.length < BATCH || failed) return;
  }
}
