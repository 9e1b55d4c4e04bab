export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The one thing to follow. */
  link: string;
}

export interface Mailer {
  send(mail: Mail): Promise<void>;
}
