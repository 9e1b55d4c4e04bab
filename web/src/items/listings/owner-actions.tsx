import { Button, Grid, Text } from '@chakra-ui/react';
import type { Listing } from '@selvedge/shared/items/listings';
import { waitTime } from '@selvedge/shared/platform/format';
import { mayListing } from '@selvedge/shared/platform/policy';
import { type ReactNode, Suspense, useEffect, useReducer, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { WhoButton } from '../../deals/deals/who-button.tsx';
import { instance } from '../../lib/instance.ts';
import { lazyChunk, preloadOnApproach } from '../../lib/lazy-chunk.ts';
import { useReopened } from '../../lib/session/use-reopened.ts';
import { useUser } from '../../lib/session/use-session.ts';
import { DialogLoading } from '../../ui/dialog-loading.tsx';
import { SoldActions } from './sold-actions.tsx';
import { useListingActions } from './use-listing-actions.ts';
import { useProofDialog } from './use-proof-dialog.tsx';

const ListingDialog = lazyChunk(() => import('./listing-dialog.tsx'));
const loadDiscount = () => import('./discount-dialog.tsx');
const DiscountDialog = lazyChunk(loadDiscount);
const loadPrice = () => import('./update-price-dialog.tsx');
const UpdatePriceDialog = lazyChunk(loadPrice);

const CONFIRM_DELETE =
  'Are you sure you want to permanently delete this listing? This action cannot be undone.';
const HOUR_MS = 3_600_000;
const TICK_MS = 30_000;

/** How long the owner must wait until the next bump, in milliseconds. */
function useBumpWait({ lastBumpAt }: Listing): number {
  const [, tick] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, []);
  if (!lastBumpAt) return 0;
  const cooldown = instance.bumpCooldownHours * HOUR_MS;
  // Clocks differ, so cap the wait at the full cooldown.
  return Math.min(cooldown, Math.max(0, Date.parse(lastBumpAt) + cooldown - Date.now()));
}

function Owner({ listing }: { listing: Listing }) {
  const [open, setOpen] = useState<'edit' | 'price' | 'discount' | null>(null);
  const proof = useProofDialog(listing);
  const { pending, sell, bump, remove } = useListingActions(listing);
  const navigate = useNavigate();
  const wait = useBumpWait(listing);
  const isBusy = pending !== null;
  useReopened(`listing:${listing.id}`, () => setOpen('edit'));
  useReopened(`price:${listing.id}`, () => setOpen('price'));
  useReopened(`discount:${listing.id}`, () => setOpen('discount'));
  const close = () => setOpen(null);
  const confirmRemove = () => {
    if (window.confirm(CONFIRM_DELETE)) void remove(() => void navigate('/'));
  };
  return (
    <>
      <Button colorPalette="indigo" onClick={() => setOpen('edit')}>
        Edit Listing
      </Button>
      <Button variant="outline" {...preloadOnApproach(loadPrice)} onClick={() => setOpen('price')}>
        Update Price
      </Button>
      <Button variant="outline" {...preloadOnApproach(loadDiscount)} onClick={() => setOpen('discount')}>
        Discount Item
      </Button>
      <Button variant="outline" aria-disabled={isBusy} onClick={() => void sell()}>
        {pending === 'sell' ? 'Marking as Sold...' : 'Mark Listing as Sold'}
      </Button>
      <Button
        variant="outline"
        disabled={wait > 0}
        aria-disabled={isBusy}
        aria-describedby={wait > 0 ? 'bump-wait' : undefined}
        onClick={() => void bump()}
      >
        {pending === 'bump' ? 'Bumping...' : 'Bump Listing'}
      </Button>
      {wait > 0 ? (
        <Text id="bump-wait" textStyle="xs" color="fg.subtle">
          You can bump this again in {waitTime(wait)}
        </Text>
      ) : null}
      {proof.button}
      <Button
        variant="ghost"
        color="fg.error"
        gridColumn="1 / -1"
        justifySelf="start"
        ms="-4"
        aria-disabled={isBusy}
        onClick={confirmRemove}
      >
        {pending === 'remove' ? 'Deleting...' : 'Delete Listing'}
      </Button>
      <Suspense fallback={<DialogLoading onClose={close} />}>
        {open === 'edit' ? <ListingDialog listing={listing} onClose={close} /> : null}
        {open === 'price' ? <UpdatePriceDialog listing={listing} onClose={close} /> : null}
        {open === 'discount' ? <DiscountDialog listing={listing} onClose={close} /> : null}
      </Suspense>
      {proof.dialog}
    </>
  );
}

function Admin({ listing }: { listing: Listing }) {
  const { pending, removeAny } = useListingActions(listing);
  const navigate = useNavigate();
  const confirmRemove = () => {
    if (window.confirm(CONFIRM_DELETE)) void removeAny(() => void navigate('/'));
  };
  return (
    <Button
      variant="outline"
      color="fg.error"
      gridColumn="1 / -1"
      aria-disabled={pending !== null}
      onClick={confirmRemove}
    >
      {pending === 'removeAny' ? 'Deleting...' : 'Delete Listing (Admin)'}
    </Button>
  );
}

/**
 * The viewer's actions on a listing besides messaging: the owner's and an admin's.
 */
export function ListingActions({ listing }: { listing: Listing }) {
  const user = useUser();
  const parts: ReactNode[] = [];
  if (mayListing('edit', user, listing)) parts.push(<Owner key="owner" listing={listing} />);
  if (user && mayListing('relist', user, listing)) {
    parts.push(<SoldActions key="sold" listing={listing} ownerId={user.id} />);
  }
  if (mayListing('removeAny', user, listing)) parts.push(<Admin key="admin" listing={listing} />);
  if (mayListing('relist', user, listing)) {
    // Last and in a row of its own, because it appears later and must not move the others under a pointer.
    parts.push(<WhoButton key="who" item={{ id: listing.id, isWTB: false }} text="Sold to Whom?" />);
  }
  if (parts.length === 0) return null;
  return (
    <Grid templateColumns="repeat(2, minmax(0, 1fr))" gap="3" mt="6">
      {parts}
    </Grid>
  );
}
