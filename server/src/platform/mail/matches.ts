import type { Mail } from './mailer.ts';
import { compose } from './templates.ts';

interface Matched {
  to: string;
  publicUrl: string;
  unsubscribe: string;
  /** The first of the matching listings. */
  listings: { text: string; link: string }[];
  /** How many listings match in all. */
  count: number;
}

export function matchesMail({ to, publicUrl, unsubscribe, listings, count }: Matched): Mail {
  return {
    ...compose({
      to,
      subject: count === 1 ? 'A listing matches your request' : `${count} listings match your requests`,
      lead:
        count === 1
          ? 'This listing matches your request:'
          : 'These were listed while you were away, and match your requests:',
      items: listings,
      action: 'See all matches',
      link: `${publicUrl}/wtb`,
      note: 'You get at most one of these e-mails an hour, and only while you are away.',
      unsubscribe: { text: 'Unsubscribe from match e-mails', link: unsubscribe },
    }),
    unsubscribe,
  };
}
