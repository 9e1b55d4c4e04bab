import type { Listing } from '@selvedge/shared/items/listings';
import { percentOff } from '@selvedge/shared/platform/format';
import { formatPrice } from '../../lib/price.ts';

type Priced = Pick<Listing, 'price' | 'originalPrice' | 'isDiscounted'>;

/** The price before the discount, if there is one to show. */
const before = ({ isDiscounted, originalPrice }: Priced): string | null =>
  isDiscounted && originalPrice ? originalPrice : null;

export function Price({ listing }: { listing: Priced }) {
  const was = before(listing);
  if (!was) return <div className="price">{formatPrice(listing.price)}</div>;
  return (
    <div className="price">
      <span className="is-sale">
        <span className="sr">Now </span>
        {formatPrice(listing.price)}
      </span>
      <s>
        <span className="sr">Was </span>
        {formatPrice(was)}
      </s>
    </div>
  );
}

/** The woven tab with the discount in percent; sold items have another tab. */
export function PercentOff({
  listing,
  className,
}: {
  listing: Priced & { isSold: boolean };
  className: string;
}) {
  const was = before(listing);
  if (!was || listing.isSold) return null;
  const percent = percentOff(listing.price, was);
  return (
    <span className={`tab ${className}`}>
      −{percent}%<span className="sr"> off</span>
    </span>
  );
}
