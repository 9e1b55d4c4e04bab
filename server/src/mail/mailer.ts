import type { Tx } from '../db/database.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The main link of the mail. */
  link: string;
  /** The URL that unsubscribes from this sort of mails with one click (RFC 8058). */
  unsubscribe?: string;
  /** How long the mail is worth sending, in milliseconds, where that is shorter than the default of the outbox. */
  lastsMs?: number;
}

export interface Mailer {
  /** Stores a mail in the transaction that causes it; after the commit, any node may send it. */
  post(tx: Tx, mail: Mail): Promise<void>;
}
