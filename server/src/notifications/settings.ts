import {
  type ChangeNotification,
  MESSAGES,
  type NotificationSettings,
} from '@selvedge/shared/notifications/notifications';
import type { Actor } from '../platform/core/actor.ts';
import type { Ctx } from '../platform/core/ctx.ts';
import { AppError } from '../platform/core/errors.ts';
import type { NoticeKind } from '../platform/core/notice.ts';
import type { Conn } from '../platform/db/database.ts';
import { choicesOf, choose } from './queries.ts';

type Row = Pick<NoticeKind, 'label' | 'help' | 'push' | 'mail'>;

const OF_MESSAGES: Row = {
  label: 'Messages',
  help: 'One e-mail per conversation left unread for two minutes. It never quotes the message.',
  push: true,
  mail: true,
};

/** The kinds of notices that the instance has not switched off. */
export function kindsOn({ notices, settings }: Ctx): string[] {
  // A feature without a switch is always on.
  return [...notices].flatMap(([kind, { feature }]) => (settings.isOn(feature as never) ? kind : []));
}

function rowsOf(ctx: Ctx): Map<string, Row> {
  const rows = new Map<string, Row>([[MESSAGES, OF_MESSAGES]]);
  for (const kind of kindsOn(ctx)) rows.set(kind, ctx.notices.get(kind) as Row);
  return rows;
}

/** How a member wants to be notified, by kind: as they have chosen it, else as is the default. */
export async function settingsOf(ctx: Ctx, conn: Conn, userId: string): Promise<NotificationSettings> {
  const choices = new Map((await choicesOf(conn, userId)).map((choice) => [choice.kind, choice]));
  return [...rowsOf(ctx)].map(([kind, { label, help = '', push, mail }]) => {
    const chosen = choices.get(kind);
    return {
      ...{ kind, label, help },
      push: chosen?.push ?? push,
      mail: mail === 'always' ? mail : !chosen?.isMailPaused && (chosen?.mail ?? mail),
    };
  });
}

/** Whether a member wants messages or notices of a kind pushed and mailed. */
export async function wants(ctx: Ctx, conn: Conn, userId: string, kind: string) {
  const row = (await settingsOf(ctx, conn, userId)).find((one) => one.kind === kind);
  return { push: row?.push ?? false, mail: row?.mail === true };
}

/** @throws invalid_input for an unknown kind, or one that is always mailed */
export async function changeSettings(
  ctx: Ctx,
  actor: Actor,
  { kind, by, isOn }: ChangeNotification,
): Promise<void> {
  const row = rowsOf(ctx).get(kind);
  if (!row) throw new AppError('invalid_input', 'Unknown kind of notification.');
  if (by === 'mail' && row.mail === 'always') {
    throw new AppError('invalid_input', 'These e-mails are always sent.');
  }
  const change = by === 'mail' ? { mail: isOn, isMailPaused: false } : { push: isOn };
  await ctx.db.transact(async (tx) => choose(tx, actor.id, [kind], change));
}
