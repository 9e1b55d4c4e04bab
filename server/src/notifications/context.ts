import type { MailTokens } from '../members/public.ts';
import type { Conn, Database, Tx } from '../platform/db/database.ts';
import type { Mailer } from '../platform/mail/mailer.ts';
import type { Logger } from '../platform/observability/log.ts';
import type { PushService } from '../platform/push/push-service.ts';
import type { LiveSettings } from '../platform/settings/follow-settings.ts';

/** In milliseconds. */
export interface NotificationTimes {
  /** How long a message may stay unread before its recipient is notified outside the product. */
  away: number;
  /** The interval between searches for messages that have waited that long. */
  interval: number;
}

export const NOTIFICATION_TIMES: NotificationTimes = { away: 120_000, interval: 10_000 };

/** The dependencies of this feature. */
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
  matchMails: {
    isOn(conn: Conn, userId: string): Promise<boolean>;
    set(tx: Tx, userId: string, isOn: boolean): Promise<void>;
  };
}

/** A message that its recipient has just received and not read. */
export interface Unread {
  personId: string;
  conversationId: string;
  seq: number;
}
