import type { Tx } from '../db/database.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The main link of the mail. */
  link: string;
  /** The one-click unsubscribe URL for this kind of mail (RFC 8058). */
  unsubscribe?: string;
  /** How long the mail is worth sending, in milliseconds, if shorter than the outbox's default. */
  lastsMs?: number;
}

export interface Mailer {
  /** Stores a mail in the transaction that causes it; after the commit, any node may send it. */
  post(tx: Tx, mail: Mail): Promise<void>;
}
