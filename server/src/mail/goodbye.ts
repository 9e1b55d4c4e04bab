import type { Mail } from './mailer.ts';
import { compose } from './templates.ts';

/** The last mail to somebody who has deleted their account. */
export const goodbyeMail = (to: string, publicUrl: string): Mail =>
  compose({
    to,
    link: publicUrl,
    subject: 'Your account is deleted',
    lead: 'Your Selvedge account is gone, with your listings, requests and pictures. What you wrote to others stays with them, without your name.',
    action: 'Go to Selvedge',
    note: 'If this was not you, somebody knows your password: change it wherever else you use it.',
  });
