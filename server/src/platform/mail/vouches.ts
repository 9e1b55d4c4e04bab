import type { Mail } from './mailer.ts';
import { compose } from './templates.ts';

/** @param subject null if there is a block between the two: then it names nobody */
export function vouchRemovedMail({
  to,
  publicUrl,
  subject,
  reason,
}: {
  to: string;
  publicUrl: string;
  subject: string | null;
  reason: string;
}): Mail {
  return compose({
    to,
    subject: 'Your vouch was removed',
    lead: `An admin removed ${subject === null ? 'a vouch of yours' : `your vouch about ${subject}`}. The reason: ${reason}`,
    action: 'Go to your deals',
    link: `${publicUrl}/deals`,
    note: 'It no longer shows on their profile, and no longer counts. You cannot write another one about this deal.',
  });
}
