import { Button } from '@chakra-ui/react';
import { Suspense, useState } from 'react';
import { instance } from '../../lib/instance.ts';
import { lazyChunk } from '../../lib/lazy-chunk.ts';
import type { ClosedItem } from './deal-calls.ts';
import { useInterested } from './use-interested.ts';

const NamingDialog = lazyChunk(() => import('./naming-dialog.tsx'));

interface WhoButtonProps {
  /** An own item that was sold or found. */
  item: ClosedItem;
  text: string;
}

/** Asks with whom the owner made the deal. Shown only if there is someone to name. */
export function WhoButton({ item, text }: WhoButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const { data = [] } = useInterested(item, instance.features.deals);
  if (data.length === 0) return null;
  return (
    <>
      <Button variant="outline" gridColumn="1 / -1" onClick={() => setOpen(true)}>
        {text}
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <NamingDialog item={item} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
