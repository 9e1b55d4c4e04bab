import { formatPrice, truncate } from '@selvedge/shared/format';
import { wantedTitle } from '@selvedge/shared/titles';
import type { Wanted } from '@selvedge/shared/wanted';
import { DESCRIPTION_SHOWN, oneLine } from './describe-listing.ts';
import { type Page, plainPage } from './page.ts';

function describe(wanted: Wanted): string {
  const details = [`Size ${wanted.size.toUpperCase()}`, `up to ${formatPrice(wanted.maxPrice)}`];
  const text = `${wanted.isFulfilled ? 'Found. ' : ''}${details.join(' · ')}. ${wanted.description ?? ''}`;
  return truncate(oneLine(text), DESCRIPTION_SHOWN);
}

/** The page of a WTB. */
export const wantedPage = (wanted: Wanted): Page =>
  plainPage({ title: wantedTitle(wanted), description: describe(wanted), canonical: `/wtb/${wanted.id}` });
