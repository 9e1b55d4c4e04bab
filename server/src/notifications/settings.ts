import type { NotificationSettings } from '@selvedge/shared/notifications';
import type { Actor } from '../core/actor.ts';
import type { Notifying } from './context.ts';
import { findSettings, putSettings } from './queries.ts';

/** What a person is told while they are away, matches included. */
export const readSettings = (
  { db, matchMails }: Pick<Notifying, 'db' | 'matchMails'>,
  actor: Actor,
): Promise<NotificationSettings> =>
  db.read(async (conn) => ({
    ...(await findSettings(conn, actor.id)),
    matchesByMail: await matchMails.isOn(conn, actor.id),
  }));

/** Replaces all of a person's notification settings. */
export const saveSettings = (
  { db, matchMails }: Pick<Notifying, 'db' | 'matchMails'>,
  actor: Actor,
  { matchesByMail, ...messages }: NotificationSettings,
): Promise<void> =>
  db.transact(async (tx) => {
    await putSettings(tx, actor.id, messages);
    await matchMails.set(tx, actor.id, matchesByMail);
  });
