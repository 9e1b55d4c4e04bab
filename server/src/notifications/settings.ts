import type { NotificationSettings } from '@selvedge/shared/notifications/notifications';
import { matchMails } from '../items/public.ts';
import type { Actor } from '../platform/core/actor.ts';
import type { Ctx } from '../platform/core/ctx.ts';
import { findSettings, putSettings } from './queries.ts';

/** A member's notification settings, including those for matches. */
export function readSettings({ db }: Pick<Ctx, 'db'>, actor: Actor): Promise<NotificationSettings> {
  return db.read(async (conn) => ({
    ...(await findSettings(conn, actor.id)),
    matchesByMail: await matchMails.isOn(conn, actor.id),
  }));
}

/** Replaces all of a member's notification settings. */
export function saveSettings(
  { db }: Pick<Ctx, 'db'>,
  actor: Actor,
  { matchesByMail, ...messages }: NotificationSettings,
): Promise<void> {
  return db.transact(async (tx) => {
    await putSettings(tx, actor.id, messages);
    await matchMails.set(tx, actor.id, matchesByMail);
  });
}
