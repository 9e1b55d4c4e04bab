import { isConnected } from '../../conversations/public.ts';
import type { Ctx } from '../../platform/core/ctx.ts';
import { sendPush } from '../send-push.ts';
import { kindsOn, settingsOf } from '../settings.ts';
import { bundle, type Line } from './bundle.ts';
import { presentNotice } from './present.ts';
import { endPushes, leasePushes, shownNotices } from './queries.ts';

const BATCH = 100;
/** Longer than any push takes: if its node is killed, another one pushes after this. */
const LEASE_MS = 60_000;

/** Not what was read meanwhile, is out of date, or the member does not want pushed. */
function linesOf(ctx: Ctx, userId: string, ids: string[]): Promise<Line[]> {
  return ctx.db.read(async (conn) => {
    const rows = await shownNotices(conn, kindsOn(ctx), ids);
    const pushed = (await settingsOf(ctx, conn, userId)).flatMap(({ kind, push }) => (push ? kind : []));
    return bundle(
      ctx,
      rows.filter((row) => pushed.includes(row.notice.kind) && !presentNotice(ctx, row).isOver),
    );
  });
}

async function pushMember(ctx: Ctx, userId: string, ids: string[]): Promise<void> {
  if (await isConnected(ctx, userId)) return;
  const lines = await linesOf(ctx, userId, ids);
  await Promise.all(
    // A push service and a browser show the latest of the same topic, so that a repeated push shows once.
    lines.map(({ id: topic, text: title, path }) =>
      sendPush(ctx, userId, { title, body: 'See what is new', path, topic }),
    ),
  );
}

/** Pushes the notices that are due to members who are away. Repeats a push only if its node was killed meanwhile. */
export async function pushDue(ctx: Ctx, now = new Date()): Promise<void> {
  const until = new Date(now.getTime() + LEASE_MS);
  for (;;) {
    const leased = await ctx.db.transact(async (tx) => leasePushes(tx, { now, until, limit: BATCH }));
    if (leased.length === 0) return;
    const members = [...Map.groupBy(leased, ({ userId }) => userId)].map(
      ([userId, rows]) => [userId, rows.map(({ id }) => id)] as const,
    );
    const done = await Promise.allSettled(members.map(([userId, ids]) => pushMember(ctx, userId, ids)));
    const ended = members.flatMap(([, ids], i) => (done[i]?.status === 'fulfilled' ? ids : []));
    await ctx.db.transact(async (tx) => endPushes(tx, ended, until));
    const failed = done.find((one) => one.status === 'rejected');
    if (failed) ctx.log.warn({ err: failed.reason }, 'could not push notices; retrying after the lease');
  }
}
