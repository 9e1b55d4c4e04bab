import { HoldNotice } from './hold-notice.tsx';
import { useHold } from './use-hold.ts';

interface ListingHoldProps {
  listingId: string;
  isSeller: boolean;
  isSignedIn: boolean;
  /** The hold has changed. */
  onChanged: () => void;
}

/** The notice on the page of a listing on hold. */
export function ListingHold({ listingId, isSeller, isSignedIn, onChanged }: ListingHoldProps) {
  const { line, ...actions } = useHold(listingId, { isOnHold: isSignedIn, onChanged });
  return <HoldNotice line={line} isSeller={isSeller} actions={isSignedIn ? actions : undefined} />;
}
