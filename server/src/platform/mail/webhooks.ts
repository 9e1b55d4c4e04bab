import type { Mail } from './mailer.ts';
import { compose, notice } from './templates.ts';

export function webhookOffMail({
  to,
  publicUrl,
  url,
  why,
}: {
  to: string;
  publicUrl: string;
  url: string;
  why: string;
}): Mail {
  return compose({
    to,
    subject: 'A webhook was switched off',
    lead: `Your webhook to ${new URL(url).host} was switched off. ${why}`,
    action: (name) => `Go to ${name}`,
    link: publicUrl,
    note: 'Once it works again, switch it on in Settings, Account, Webhooks, and send again what it has missed.',
  });
}

export function webhookGetsMessagesMail(to: string, publicUrl: string): Mail {
  return notice(
    to,
    publicUrl,
    'A webhook gets your messages',
    'A webhook of your account was added or changed. It gets your messages, offers or deals, as Settings, Account, Webhooks show.',
  );
}
