import type { NotificationSettings } from '@selvedge/shared/notifications/notifications';
import type { Actor } from '../platform/core/actor.ts';
import type { NotificationDeps } from './context.ts';
import { findSettings, putSettings } from './queries.ts';

/** A member's notification settings, including those for matches. */
export const readSettings = (
  { db, matchMails }: Pick<NotificationDeps, 'db' | 'matchMails'>,
  actor: Actor,
): Promise<NotificationSettings> =>
  db.read(async (conn) => ({
    ...(await findSettings(conn, actor.id)),
    matchesByMail: await matchMails.isOn(conn, actor.id),
  }));

/** Replaces all of a member's notification settings. */
export const saveSettings = (
  { db, matchMails }: Pick<NotificationDeps, 'db' | 'matchMails'>,
  actor: Actor,
  { matchesByMail, ...messages }: NotificationSettings,
): Promise<void> =>
  db.transact(async (tx) => {
    await putSettings(tx, actor.id, messages);
    await matchMails.set(tx, actor.id, matchesByMail);
  });
