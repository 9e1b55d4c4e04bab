import type { Mail } from './mailer.ts';
import { compose } from './templates.ts';

interface Freed {
  to: string;
  unsubscribe: string;
  title: string;
  link: string;
}

export function freedMail({ to, unsubscribe, title, link }: Freed): Mail {
  return {
    ...compose({
      to,
      subject: `Available again: ${title}`,
      lead: 'An item that you are waiting for is no longer on hold. Everyone in the line gets this e-mail, so write to the seller soon.',
      action: 'See the listing',
      link,
      note: 'You get it once. If the item goes on hold again, you can join the line again.',
      unsubscribe: { text: 'Unsubscribe from message e-mails', link: unsubscribe },
    }),
    unsubscribe,
  };
}
