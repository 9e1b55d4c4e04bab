import type { CardListing } from '@selvedge/shared/items/listings';
import { Icon } from '../../ui/icon.tsx';
import { useSaved } from './use-saved.ts';

/** The heart on a card. Plain markup and classes, like the card. */
export function Heart({ listing }: { listing: CardListing }) {
  const saved = useSaved(listing);
  if (!saved) return null;
  return (
    <button
      type="button"
      className="heart"
      aria-pressed={saved.isSaved}
      aria-label={`${saved.isSaved ? 'Saved' : 'Save'} ${listing.title}`}
      onClick={saved.toggle}
    >
      <Icon name="heart" />
    </button>
  );
}
