import { Button, Text } from '@chakra-ui/react';
import type { SavedListing } from '@selvedge/shared/items/saved';
import { fromCents, toCents } from '@selvedge/shared/platform/money';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { messageOf } from '../../lib/api.ts';
import { type LoadedPages, without } from '../../lib/live-pages.ts';
import { formatPrice } from '../../lib/price.ts';
import { queryClient } from '../../lib/query-client.ts';
import { usePages } from '../../lib/use-pages.ts';
import { Failure } from '../../ui/failure.tsx';
import { ListEnd } from '../../ui/list-end.tsx';
import { GridSkeleton, ListingCard } from '../listings/listing-card.tsx';
import { changeSaved, savedListed } from './change-saved.ts';
import { DropChoice } from './drop-choice.tsx';
import { SAVED_KEY } from './keys.ts';
import { TargetPrice } from './target-price.tsx';

// Hearts all over the product change this list, so it is refetched whenever it is shown.
queryClient.setQueryDefaults([SAVED_KEY], { staleTime: 0 });

const SKELETONS = 8;
const EAGER_CARDS = 4;

/** "$45 less than when you saved it"; null unless it is for sale at a lower price. */
function dropOf({ price, savedPrice, isSold }: SavedListing): string | null {
  const less = toCents(savedPrice) - toCents(price);
  return isSold || less <= 0 ? null : `${formatPrice(fromCents(less))} less than when you saved it`;
}

function Card({ listing, isFirst }: { listing: SavedListing; isFirst: boolean }) {
  const drop = dropOf(listing);
  return (
    <ListingCard listing={listing} isFirst={isFirst}>
      {drop ? <p className="saved-drop">{drop}</p> : null}
      {listing.isSold ? null : <TargetPrice listing={listing} />}
    </ListingCard>
  );
}

function RemovedCard({ listing, onRemove }: { listing: SavedListing; onRemove: () => void }) {
  return (
    <div className="card-place is-removed">
      <div className="card-photo">
        <span>No longer listed</span>
      </div>
      <div className="card-details">
        <div className="card-brand">{listing.brand}</div>
        <div className="card-title">{listing.title}</div>
      </div>
      <Button
        size="sm"
        variant="outline"
        minH="11"
        mt="2"
        aria-label={`Remove ${listing.title}`}
        onClick={onRemove}
      >
        Remove
      </Button>
    </div>
  );
}

const Empty = () => (
  <Text color="fg.muted" py="16" textAlign="center">
    Nothing saved yet. Press the heart on a listing to find it here again.{' '}
    <Link to="/" style={{ textDecoration: 'underline' }}>
      Browse listings
    </Link>
  </Text>
);

/** The listings that the signed-in member has saved, latest first. An item whose heart is released stays until the page is left. */
export function SavedList({ personId }: { personId: string }) {
  const queries = useQueryClient();
  const key = [SAVED_KEY, personId];
  const pages = usePages<SavedListing>(key, '/api/saved');
  const { items, error, retry } = pages;
  useEffect(() => {
    if (items) savedListed(items);
  }, [items]);
  const remove = (id: string) => {
    queries.setQueryData<LoadedPages<SavedListing>>(key, (list) => list && without(list, id));
    void changeSaved(id, false);
  };
  if (error)
    return <Failure text={messageOf(error, 'Your saved items could not be loaded.')} retry={retry} />;
  if (!items) return <GridSkeleton count={SKELETONS} label="Loading saved items" />;
  if (items.length === 0) return <Empty />;
  return (
    <>
      <div className="grid">
        {items.map((listing, i) =>
          listing.isRemoved ? (
            <RemovedCard key={listing.id} listing={listing} onRemove={() => remove(listing.id)} />
          ) : (
            <Card key={listing.id} listing={listing} isFirst={i < EAGER_CARDS} />
          ),
        )}
      </div>
      <ListEnd {...pages} />
      <DropChoice personId={personId} />
    </>
  );
}
