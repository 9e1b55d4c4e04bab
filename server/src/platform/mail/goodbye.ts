import type { Mail } from './mailer.ts';
import { compose } from './templates.ts';

export function goodbyeMail(to: string, publicUrl: string): Mail {
  return compose({
    to,
    link: publicUrl,
    subject: 'Your account was deleted',
    lead: (name) =>
      `Your ${name} account was deleted, along with your listings, WTBs and pictures. Messages you sent stay with their recipients, without your name.`,
    action: (name) => `Go to ${name}`,
    note: 'If this was not you, someone knows your password: change it wherever else you use it.',
  });
}
