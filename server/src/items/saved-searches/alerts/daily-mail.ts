import { formatPrice } from '@selvedge/shared/platform/format';
import { fromCents } from '@selvedge/shared/platform/money';
import { mediaUrl } from '../../../platform/core/media-url.ts';
import type { Mail } from '../../../platform/mail/mailer.ts';
import { compose, type Item } from '../../../platform/mail/templates.ts';
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

function linesOf({ items, publicUrl, currency }: DailyMail): Item[] {
  const bySeller = Map.groupBy(items, ({ listing }) => listing.sellerId);
  return [...bySeller.values()].flatMap((ofSeller) => {
    const lines = ofSeller.map(({ listing: { id, brand, title, priceCents, photos }, search }) => ({
      text: `${brand} · ${title} · ${formatPrice(fromCents(priceCents), currency)} (${search.name})`,
      link: `${publicUrl}/listing/${id}`,
      imageUrl: photos[0] ? mediaUrl(photos[0].key) : null,
    }));
    const [first] = lines;
    if (!first || lines.length <= OF_SELLER_MAX) return lines;
    const username = ofSeller[0]?.listing.seller.username ?? '';
    const text = `${lines.length} items from ${username}`;
    return [{ ...first, text, link: `${publicUrl}/profile/${username}` }];
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
