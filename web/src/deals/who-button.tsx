import { Button } from '@chakra-ui/react';
import { instance } from '../lib/instance.ts';
import type { ClosedItem } from './deal-calls.ts';
import { askWho } from './naming.ts';
import { useInterested } from './use-interested.ts';

interface WhoButtonProps {
  /** An own item that was sold or found. */
  item: ClosedItem;
  text: string;
}

/** Asks again with whom the owner made the deal. Shown only if there is someone to name. */
export function WhoButton({ item, text }: WhoButtonProps) {
  const { data = [] } = useInterested(item, instance.features.deals);
  if (data.length === 0) return null;
  return (
    <Button variant="outline" onClick={() => askWho(item)}>
      {text}
    </Button>
  );
}
