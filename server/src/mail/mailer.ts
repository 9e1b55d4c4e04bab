import type { Tx } from '../db/database.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The one thing to follow. */
  link: string;
  /** Where mails of this sort are given up, with one click (RFC 8058). */
  unsubscribe?: string;
  /** How long it is worth being sent, in milliseconds, when that is shorter than a mail server's patience. */
  lastsMs?: number;
}

export interface Mailer {
  /** Writes a mail down in the transaction that causes it; it is sent once that is durable, by whichever node. */
  post(tx: Tx, mail: Mail): Promise<void>;
}
