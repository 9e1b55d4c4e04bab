import { Menu } from '@chakra-ui/react';
import { useFeatures } from '../../lib/features.ts';
import { type Dismissed, dismiss } from './dismiss.ts';

/** The menu item with which a member leaves a listing, or all of a seller, out of what they see. */
export function DismissItem({ dismissed }: { dismissed: Dismissed }) {
  const { savedSearches } = useFeatures();
  if (!savedSearches) return null;
  const { listing, seller } = dismissed;
  return (
    <Menu.Item
      value={listing ? 'dismiss-listing' : 'dismiss-seller'}
      onSelect={() => void dismiss({ listing, seller })}
    >
      {listing ? 'Not Interested' : `Not Interested in ${seller?.username ?? ''}`}
    </Menu.Item>
  );
}
