import { UPDATES_MAIL } from '@selvedge/shared/notifications/updates';
import type { Mail } from './mailer.ts';
import { compose } from './templates.ts';

/** How many notices a mail names; the others are only counted. */
const NAMED_MAX = 10;

interface Updates {
  to: string;
  publicUrl: string;
  unsubscribe: string;
  notices: { text: string; path: string; imageUrl: string | null }[];
}

export function updatesMail({ to, publicUrl, unsubscribe, notices }: Updates): Mail {
  return {
    ...compose({
      to,
      subject: UPDATES_MAIL.subject(notices.map(({ text }) => text)),
      lead: (name) => UPDATES_MAIL.lead(name, notices.length),
      items: notices.slice(0, NAMED_MAX).map(({ path, ...item }) => ({
        ...item,
        link: publicUrl + path,
      })),
      action: UPDATES_MAIL.action,
      link: `${publicUrl}/updates`,
      note: UPDATES_MAIL.note,
      unsubscribe: { text: UPDATES_MAIL.unsubscribe, link: unsubscribe },
    }),
    unsubscribe,
  };
}
