import type { InstanceSettings } from '@selvedge/shared/instance/instance-settings';
import type { Tx } from '../db/database.ts';

interface Envelope {
  to: string;
  subject: string;
  link: string;
  /** The one-click unsubscribe URL for this kind of mail (RFC 8058). */
  unsubscribe?: string;
  /** The conversation that the mail is about: mail programs show its mails as one thread. */
  conversationId?: string;
  /** How long the mail is worth sending, in milliseconds, if shorter than the outbox's default. */
  lastsMs?: number;
}

export interface Mail extends Envelope {
  /** The body, with the name and look of the instance that sends it, which has its logo at `publicUrl`. */
  render(instance: InstanceSettings, publicUrl: string): { text: string; html: string };
}

export interface RenderedMail extends Envelope {
  text: string;
  html: string;
}

export function renderMail(
  instance: InstanceSettings,
  publicUrl: string,
  { render, ...envelope }: Mail,
): RenderedMail {
  return {
    ...envelope,
    ...render(instance, publicUrl),
  };
}

export interface Mailer {
  /** Stores a mail in the transaction that causes it; after the commit, any node may send it. */
  post(tx: Tx, mail: Mail): Promise<void>;
}
