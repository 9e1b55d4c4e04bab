import type { Mail } from './mailer.ts';
import { compose } from './templates.ts';

interface About {
  to: string;
  publicUrl: string;
  /** The title of what the deal was about. */
  title: string;
}

/** The mail to the subject of a vouch that has become public; like all mails, it leaves out what others wrote. */
export const vouchReleasedMail = ({
  to,
  publicUrl,
  title,
  writer,
  subject,
  unsubscribe,
}: About & { writer: string; subject: string; unsubscribe: string }): Mail => ({
  ...compose({
    to,
    subject: `New vouch from ${writer}`,
    lead: `${writer} wrote a vouch about you, for your deal “${title}”. It is on your profile now.`,
    action: 'Read it',
    link: `${publicUrl}/profile/${subject}`,
    note: 'You can answer it once, and everyone sees your answer below it.',
    unsubscribe: { text: 'Unsubscribe from message e-mails', link: unsubscribe },
  }),
  unsubscribe,
});

/** The mail to the writer of a vouch that an admin has removed. */
export const vouchRemovedMail = ({
  to,
  publicUrl,
  title,
  subject,
  reason,
}: About & { subject: string; reason: string }): Mail =>
  compose({
    to,
    subject: 'Your vouch was removed',
    lead: `An admin removed your vouch about ${subject} (“${title}”). The reason: ${reason}`,
    action: 'Go to your deals',
    link: `${publicUrl}/deals`,
    note: 'It no longer shows on their profile, and no longer counts. You cannot write another one about this deal.',
  });
