import { Button } from '@chakra-ui/react';
import type { Listing } from '@selvedge/shared/items/listings';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { lazyChunk, preloadOnApproach } from '../../lib/lazy-chunk.ts';
import { DialogLoading } from '../../ui/dialog-loading.tsx';
import { hasProofPhotos, shownProof } from '../proof/shown-proof.ts';
import { listingReceived } from './cache.ts';

const loadProof = () => import('../proof/proof-dialog.tsx');
const ProofDialog = lazyChunk(loadProof);

/** The query parameter that opens the dialog, for a seller who was asked for a proof photo. */
const PROOF = 'proof';

/** The owner's button and dialog for the proof photo; neither while proof photos are switched off. */
export function useProofDialog(listing: Listing): { button: ReactNode; dialog: ReactNode } {
  const queries = useQueryClient();
  const [params, setParams] = useSearchParams();
  const [isOpen, setOpen] = useState(() => params.has(PROOF));
  if (!hasProofPhotos()) return { button: null, dialog: null };
  const close = () => {
    setOpen(false);
    setParams(
      (now) => {
        now.delete(PROOF);
        return now;
      },
      { replace: true },
    );
  };
  return {
    button: (
      <Button variant="outline" {...preloadOnApproach(loadProof)} onClick={() => setOpen(true)}>
        {shownProof(listing) ? 'Proof Photo' : 'Add a Proof Photo'}
      </Button>
    ),
    dialog: isOpen ? (
      <Suspense fallback={<DialogLoading onClose={close} />}>
        <ProofDialog
          listing={listing}
          onChanged={(changed) => listingReceived(queries, changed, true)}
          onClose={close}
        />
      </Suspense>
    ) : null,
  };
}
