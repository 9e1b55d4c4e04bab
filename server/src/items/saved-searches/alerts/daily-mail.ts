import { formatPrice } from '@selvedge/shared/platform/format';
import { fromCents } from '@selvedge/shared/platform/money';
import type { Mail } from '../../../platform/mail/mailer.ts';
import { compose } from '../../../platform/mail/templates.ts';
import type { DueListing } from './queries.ts';

export interface DueItem {
  listing: DueListing;
  search: { id: string; name: string };
}

/** Of one seller, more than this many are one line. */
const OF_SELLER_MAX = 3;
const LINES_MAX = 20;

interface DailyMail {
  to: string;
  publicUrl: string;
  currency: string;
  items: DueItem[];
  unsubscribe: { text: string; link: string };
}

function linesOf({ items, publicUrl, currency }: DailyMail) {
  const bySeller = Map.groupBy(items, ({ listing }) => listing.sellerId);
  return [...bySeller.values()].flatMap((ofSeller) => {
    const username = ofSeller[0]?.listing.seller.username ?? '';
    if (ofSeller.length > OF_SELLER_MAX)
      return [
        { text: `${ofSeller.length} items from ${username}`, link: `${publicUrl}/profile/${username}` },
      ];
    return ofSeller.map(({ listing: { id, brand, title, priceCents }, search }) => ({
      text: `${brand} · ${title} · ${formatPrice(fromCents(priceCents), currency)} (${search.name})`,
      link: `${publicUrl}/listing/${id}`,
    }));
  });
}

/** One mail a day with all that a member's searches have found. */
export function dailyMail(mail: DailyMail): Mail {
  const { to, publicUrl, items, unsubscribe } = mail;
  const count = items.length;
  return {
    ...compose({
      to,
      subject:
        count === 1 ? 'A new item for your saved searches' : `${count} new items for your saved searches`,
      lead: 'Found since yesterday, and still for sale:',
      items: linesOf(mail).slice(0, LINES_MAX),
      action: 'See your searches',
      link: `${publicUrl}/saved?tab=searches`,
      note: 'You get this e-mail at most once a day, and only when there is something new.',
      unsubscribe,
    }),
    unsubscribe: unsubscribe.link,
  };
}
