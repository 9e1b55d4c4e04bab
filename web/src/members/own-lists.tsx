import { Text } from '@chakra-ui/react';
import type { Listing } from '@selvedge/shared/items/listings';
import type { Wanted } from '@selvedge/shared/items/wanted';
import { mayListing } from '@selvedge/shared/platform/policy';
import type { ReactNode } from 'react';
import { GridSkeleton, ListingCard } from '../items/listings/listing-card.tsx';
import { ListingMenu } from '../items/listings/listing-menu.tsx';
import { WantedCard } from '../items/wanted/wanted-card.tsx';
import { messageOf } from '../lib/api.ts';
import {
  ACTIVE_LISTINGS,
  profileKey,
  profilePath,
  SOLD_LISTINGS,
  WANTED_LISTINGS,
} from '../lib/own-list-keys.ts';
import { useUser } from '../lib/session/use-session.ts';
import { type Pages, usePages } from '../lib/use-pages.ts';
import { Failure } from '../ui/failure.tsx';
import { ListEnd } from '../ui/list-end.tsx';

const SKELETONS = 8;
const EAGER_CARDS = 4;

export function ProfileSkeleton() {
  return <GridSkeleton count={SKELETONS} label="Loading" />;
}

interface OwnListProps<T> {
  pages: Pages<T>;
  empty: string;
  children: (items: T[]) => ReactNode;
}

/** A profile's list in each of its states. */
function OwnList<T>({ pages, empty, children }: OwnListProps<T>) {
  const { items, error, retry } = pages;
  if (error) return <Failure text={messageOf(error, 'The list could not be loaded.')} retry={retry} />;
  if (!items) return <ProfileSkeleton />;
  if (items.length === 0) {
    return (
      <Text color="fg.muted" py="16" textAlign="center">
        {empty}
      </Text>
    );
  }
  return (
    <>
      {children(items)}
      <ListEnd {...pages} />
    </>
  );
}

export function OwnListings({ username, isSold }: { username: string; isSold: boolean }) {
  const user = useUser();
  const list = isSold ? SOLD_LISTINGS : ACTIVE_LISTINGS;
  const pages = usePages<Listing>([...profileKey(username), list], profilePath(username, list));
  return (
    <OwnList pages={pages} empty={isSold ? 'Nothing sold yet' : 'Nothing for sale right now'}>
      {(listings) => (
        <div className="grid">
          {listings.map((listing, i) => (
            <ListingCard key={listing.id} listing={listing} isFirst={i < EAGER_CARDS}>
              {mayListing('price', user, listing) ? <ListingMenu listing={listing} /> : null}
            </ListingCard>
          ))}
        </div>
      )}
    </OwnList>
  );
}

export function OwnWanted({ username }: { username: string }) {
  const address = profilePath(username, WANTED_LISTINGS);
  const pages = usePages<Wanted>([...profileKey(username), WANTED_LISTINGS], address);
  return (
    <OwnList pages={pages} empty="No requests right now">
      {(list) => (
        <div className="wanted-grid">
          {list.map((wanted) => (
            <WantedCard key={wanted.id} wanted={wanted} />
          ))}
        </div>
      )}
    </OwnList>
  );
}
