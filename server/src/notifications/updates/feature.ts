import { NOTICE_DAYS } from '@selvedge/shared/notifications/updates';
import { addToSync } from '../../conversations/public.ts';
import { every, type Feature, hourly } from '../../platform/core/feature.ts';
import { mailDue } from './mail-due.ts';
import { notifyMembers } from './notify-members.ts';
import { updatesPart } from './personal-data.ts';
import { pushesOf } from './pushes.ts';
import { deleteNoticesBefore } from './queries.ts';
import { countUnread, readOfKind } from './read-notices.ts';
import { updateRoutes } from './routes.ts';
import { timesOf } from './times.ts';
import { unsubscribePage } from './unsubscribe-page.ts';

const DAY = 86_400_000;

/** The list of what a member is notified of outside conversations, and its pushes and mails while they are away. */
export const updates: Feature = {
  name: 'updates',
  endpoints: updateRoutes,
  pages: unsubscribePage,
  on: {
    'member notified': (ctx, tx, { kind, ...notice }) =>
      notifyMembers(ctx, tx, kind, [notice], () => void pushesOf(ctx).kick()),
    'members notified': (ctx, tx, { kind, notices }) =>
      notifyMembers(ctx, tx, kind, notices, () => void pushesOf(ctx).kick()),
    'notices seen': readOfKind,
  },
  jobs: [
    // Also what another process left unfinished.
    every(
      (ctx) => timesOf(ctx).interval,
      (ctx) => mailDue(ctx),
    ),
    hourly('notices', ({ db }) =>
      db.transact(async (tx) => deleteNoticesBefore(tx, new Date(Date.now() - NOTICE_DAYS * DAY))),
    ),
  ],
  personalData: updatesPart,
  start(ctx) {
    ctx.onClose('updates', pushesOf(ctx).close);
    addToSync(ctx, async (conn, userId) => ({
      unreadNotices: await countUnread(ctx, conn, userId),
    }));
  },
};
