import { IconButton, Menu } from '@chakra-ui/react';
import { menuSlotRecipe } from '@chakra-ui/react/theme';
import type { Listing } from '@selvedge/shared/items/listings';
import { Suspense, useState } from 'react';
import { lazyChunk } from '../../lib/lazy-chunk.ts';
import { useReopened } from '../../lib/session/use-reopened.ts';
import { DialogLoading } from '../../ui/dialog-loading.tsx';
import { Icon } from '../../ui/icon.tsx';
import { MenuList } from '../../ui/menu-list.tsx';
import { registerRecipes } from '../../ui/theme/system.ts';
import { ITEM_SOLD, useListingActions } from './use-listing-actions.ts';

registerRecipes({ slotRecipes: { menu: menuSlotRecipe } });

const UpdatePriceDialog = lazyChunk(() => import('./update-price-dialog.tsx'));

/** The owner's menu on a card: actions that work without opening the listing. */
export function ListingMenu({ listing }: { listing: Listing }) {
  const [isPricing, setPricing] = useState(false);
  const { pending, sell } = useListingActions(listing);
  useReopened(`price:${listing.id}`, () => setPricing(true));
  return (
    <>
      <Menu.Root positioning={{ placement: 'bottom-end' }} lazyMount unmountOnExit>
        <Menu.Trigger asChild>
          <IconButton
            aria-label={`Actions for ${listing.title}`}
            aria-disabled={pending !== null}
            position="absolute"
            top="2"
            right="2"
            size="sm"
            bg="bg"
            color="fg"
            borderRadius="full"
            shadow="md"
            _hover={{ bg: 'bg.subtle' }}
          >
            <Icon name="more" />
          </IconButton>
        </Menu.Trigger>
        <MenuList>
          <Menu.Item value="sold" onSelect={() => void sell(ITEM_SOLD)}>
            Mark as Sold
          </Menu.Item>
          <Menu.Item value="price" onSelect={() => setPricing(true)}>
            Update Price
          </Menu.Item>
        </MenuList>
      </Menu.Root>
      {isPricing ? (
        <Suspense fallback={<DialogLoading onClose={() => setPricing(false)} />}>
          <UpdatePriceDialog listing={listing} onClose={() => setPricing(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
