export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The one thing to follow. */
  link: string;
  /** Where mails of this sort are given up, with one click (RFC 8058). */
  unsubscribe?: string;
}

export interface Mailer {
  /** Resolves when the mail is handed over. Throws when it was refused for good, or too often. */
  send(mail: Mail): Promise<void>;
  /** From now on nothing waits for another try: a stopping server does not stay for a mail server that is down. */
  close(): void;
}
