import { isConnected } from '../conversations/public.ts';
import { isSuspended, mailAddressOf } from '../identity/public.ts';
import { matchMails } from '../items/public.ts';
import { createMailTokens, type MailTokens } from '../members/public.ts';
import { perProduct } from '../platform/core/ctx.ts';
import type { Conn, Database } from '../platform/db/database.ts';
import type { Mailer } from '../platform/mail/mailer.ts';
import type { Logger } from '../platform/observability/log.ts';
import { createPushService, type PushService, pushServicesAnd } from '../platform/push/push-service.ts';
import type { LiveSettings } from '../platform/settings/follow-settings.ts';

/** In milliseconds. */
interface NotificationTimes {
  /** How long a message may stay unread before its recipient is notified outside the product. */
  away: number;
  /** The interval between searches for messages that have waited that long. */
  interval: number;
}

export const NOTIFICATION_TIMES: NotificationTimes = { away: 120_000, interval: 10_000 };

export interface NotificationDeps {
  db: Database;
  log: Logger;
  settings: Pick<LiveSettings, 'current'>;
  mailer: Mailer;
  push: PushService;
  publicUrl: string;
  tokens: MailTokens;
  times: NotificationTimes;
  /** Whether the member has the product open, on any node. */
  isConnected(userId: string): Promise<boolean>;
  /** The address that gets a member's mail; null when it is unconfirmed, or they may not sign in. */
  mailAddressOf(conn: Conn, userId: string): Promise<string | null>;
  isSuspended(conn: Conn, userId: string): Promise<boolean>;
  /** The setting for match mails, which another feature sends; the settings page shows it beside ours. */
  matchMails: typeof matchMails;
}

/** A message that its recipient has just received and not read. */
export interface Unread {
  personId: string;
  conversationId: string;
  seq: number;
}

export const notificationsOf = perProduct((ctx): NotificationDeps => {
  const { db, log, settings, mailer, config, edges, deriveKey, metrics } = ctx;
  const push = createPushService(
    (salt) => deriveKey('push', salt),
    config.securityContact,
    edges.pushNetwork ?? pushServicesAnd(config.pushHosts),
  );
  return {
    ...{ db, log, settings, mailer, mailAddressOf, isSuspended, matchMails },
    publicUrl: config.publicUrl,
    push: metrics.ofPushes(push),
    tokens: createMailTokens(deriveKey('message mail links')),
    times: edges.times?.messages ?? NOTIFICATION_TIMES,
    isConnected: (userId) => isConnected(ctx, userId),
  };
});
