import type { Mail } from './mailer.ts';
import { compose } from './templates.ts';

interface About {
  to: string;
  publicUrl: string;
}

/** The mail to the subject of a vouch that has become public; like all mails, it leaves out what others wrote, such as titles. */
export function vouchReleasedMail({
  to,
  publicUrl,
  writer,
  subject,
  unsubscribe,
}: About & { writer: string; subject: string; unsubscribe: string }): Mail {
  return {
    ...compose({
      to,
      subject: `New vouch from ${writer}`,
      lead: `${writer} wrote a vouch about you. It is on your profile now.`,
      action: 'Read it',
      link: `${publicUrl}/profile/${subject}`,
      note: 'You can answer it once, and everyone sees your answer below it.',
      unsubscribe: { text: 'Unsubscribe from message e-mails', link: unsubscribe },
    }),
    unsubscribe,
  };
}

/** @param subject null if there is a block between the two: then it names nobody */
export function vouchRemovedMail({
  to,
  publicUrl,
  subject,
  reason,
}: About & { subject: string | null; reason: string }): Mail {
  return compose({
    to,
    subject: 'Your vouch was removed',
    lead: `An admin removed ${subject === null ? 'a vouch of yours' : `your vouch about ${subject}`}. The reason: ${reason}`,
    action: 'Go to your deals',
    link: `${publicUrl}/deals`,
    note: 'It no longer shows on their profile, and no longer counts. You cannot write another one about this deal.',
  });
}
