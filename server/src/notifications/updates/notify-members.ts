import { v7 as uuidv7 } from 'uuid';
import type { Ctx } from '../../platform/core/ctx.ts';
import type { NewNotice, NoticeKind } from '../../platform/core/notice.ts';
import type { Tx } from '../../platform/db/database.ts';
import { kindsOn } from '../settings.ts';
import { presentNotice } from './present.ts';
import { mailsOfKind, membersAmong, shownNotices, storeNotices, unreadAbout } from './queries.ts';
import { timesOf } from './times.ts';

async function publishNotices(ctx: Ctx, ids: string[], replaced: ReadonlySet<string>): Promise<void> {
  for (const row of await ctx.db.read(async (conn) => shownNotices(conn, kindsOn(ctx), ids))) {
    const { notice } = presentNotice(ctx, row);
    const event = { ...notice, ...(replaced.has(notice.id) && { isReplacement: true as const }) };
    ctx.publish.toMember(row.notice.userId, 'notice:new', event);
  }
}

type Notices = readonly Omit<NewNotice, 'kind'>[];

/** The ids of the unread notices that these replace, by member and listing. */
async function replacedBy(tx: Tx, kind: string, notices: Notices): Promise<Map<string, string>> {
  const replaced = new Map<string, string>();
  for (const [listingId, about] of Map.groupBy(notices, (notice) => notice.listingId)) {
    if (listingId === undefined) continue;
    const userIds = about.map(({ userId }) => userId);
    for (const { id, userId } of await unreadAbout(tx, { userIds, kind, listingId }))
      replaced.set(`${userId} ${listingId}`, id);
  }
  return replaced;
}

/** When to mail a notice: once its recipient is away, and not before the pause since the last mail of its kind. */
async function mailTimesOf(
  ctx: Ctx,
  tx: Tx,
  { mail, mailPause = 0, kind }: NoticeKind & { kind: string },
  { userIds, now }: { userIds: string[]; now: Date },
): Promise<(userId: string) => Date | null> {
  if (mail === 'always') return () => null;
  const soon = now.getTime() + timesOf(ctx).away;
  const nextOf = new Map<string, number>();
  if (mailPause > 0) {
    const since = new Date(now.getTime() - mailPause);
    // A mail waits for at most one pause.
    const createdSince = new Date(soon - 2 * mailPause);
    for (const row of await mailsOfKind(tx, { userIds, kind, since, createdSince })) {
      const next = row.mailedAt ? row.mailedAt.getTime() + mailPause : (row.mailAt?.getTime() ?? 0);
      nextOf.set(row.userId, Math.max(next, nextOf.get(row.userId) ?? 0));
    }
  }
  return (userId) => new Date(Math.max(soon, nextOf.get(userId) ?? 0));
}

/**
 * Stores notices of one kind in the transaction of what they are about, to be shown, pushed and mailed after the commit.
 * @param onStored called after the commit
 */
export async function notifyMembers(
  ctx: Ctx,
  tx: Tx,
  kind: string,
  notices: Notices,
  onStored: () => unknown,
): Promise<void> {
  const declared = ctx.notices.get(kind);
  if (!declared) throw new Error(`No feature declares notices of the kind ${kind}.`);
  const userIds = [...new Set(notices.map(({ userId }) => userId))];
  const members = new Map((await membersAmong(tx, userIds)).map(({ id, hasPushes }) => [id, hasPushes]));
  const createdAt = new Date();
  const mailTimeOf = await mailTimesOf(ctx, tx, { ...declared, kind }, { userIds, now: createdAt });
  const replaced = declared.isReplaced ? await replacedBy(tx, kind, notices) : new Map<string, string>();
  const rows = notices
    .filter(({ userId }) => members.has(userId))
    .map(({ data = {}, isQuiet = false, ...notice }) => ({
      ...{ ...notice, kind, data, createdAt },
      id: replaced.get(`${notice.userId} ${notice.listingId}`) ?? uuidv7(),
      pushAt: members.get(notice.userId) && !isQuiet ? createdAt : null,
      mailAt: mailTimeOf(notice.userId),
    }));
  if (rows.length === 0) return;
  await storeNotices(tx, rows);
  tx.afterCommit(async () => {
    await publishNotices(
      ctx,
      rows.map(({ id }) => id),
      new Set(replaced.values()),
    );
    onStored();
  });
}
