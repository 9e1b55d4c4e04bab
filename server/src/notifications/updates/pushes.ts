import { isConnected } from '../../conversations/public.ts';
import { type Ctx, perProduct } from '../../platform/core/ctx.ts';
import { createQueue, type Queue } from '../../platform/jobs/queue.ts';
import { pushQueue } from '../queue-kind.ts';
import { sendPush } from '../send-push.ts';
import { kindsOn, settingsOf } from '../settings.ts';
import { bundle, type Line } from './bundle.ts';
import { presentNotice } from './present.ts';
import { endPushes, leasePushes, membersToPush, shownNotices } from './queries.ts';
import { timesOf } from './times.ts';

const CONCURRENCY = 32;
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
export function createPushes(ctx: Ctx): Queue {
  const { db, log } = ctx;
  return createQueue({
    ...{ kind: pushQueue, db, log, clock: Date.now, pollMs: timesOf(ctx).interval },
    ...{ concurrency: CONCURRENCY, leaseMs: LEASE_MS, due: membersToPush, take: leasePushes },
    async work({ userId, ids, until }) {
      await pushMember(ctx, userId, ids);
      await db.transact(async (tx) => endPushes(tx, ids, until));
      return true;
    },
  });
}

export const pushesOf = perProduct(createPushes);
