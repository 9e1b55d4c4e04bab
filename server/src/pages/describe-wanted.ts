import type { Wanted } from '@selvedge/shared/items/wanted';
import { formatPrice, truncate } from '@selvedge/shared/platform/format';
import { wantedTitle } from '@selvedge/shared/platform/titles';
import { DESCRIPTION_SHOWN, oneLine } from './describe-listing.ts';
import { type Page, plainPage } from './page.ts';

function describe(wanted: Wanted, currency: string): string {
  const details = [`Size ${wanted.size.toUpperCase()}`, `up to ${formatPrice(wanted.maxPrice, currency)}`];
  const text = `${wanted.isFulfilled ? 'Found. ' : ''}${details.join(' · ')}. ${wanted.description ?? ''}`;
  return truncate(oneLine(text), DESCRIPTION_SHOWN);
}

/** The page of a WTB. */
export function wantedPage(wanted: Wanted, currency: string): Page {
  return plainPage({
    title: wantedTitle(wanted),
    description: describe(wanted, currency),
    canonical: `/wtb/${wanted.id}`,
  });
}
