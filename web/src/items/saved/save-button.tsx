import { Button } from '@chakra-ui/react';
import type { Listing } from '@selvedge/shared/items/listings';
import { Icon } from '../../ui/icon.tsx';
import { useSaved } from './use-saved.ts';

/** The heart on a listing's page. */
export function SaveButton({ listing }: { listing: Listing }) {
  const saved = useSaved(listing);
  if (!saved) return null;
  return (
    <Button
      variant="outline"
      minH="11"
      aria-pressed={saved.isSaved}
      css={{ '&[aria-pressed=true] svg': { fill: 'currentColor' } }}
      onClick={saved.toggle}
    >
      <Icon name="heart" size={18} />
      <span>{saved.isSaved ? 'Saved' : 'Save'}</span>
    </Button>
  );
}
