import { Box, chakra, Text } from '@chakra-ui/react';
import type { AddProofPhoto } from '@selvedge/shared/items/proof-photos';
import { type ReactNode, Suspense, useState } from 'react';
import { draftOf } from '../../lib/draft.ts';
import { instance } from '../../lib/instance.ts';
import { lazyChunk } from '../../lib/lazy-chunk.ts';
import { Loading } from '../../ui/loading.tsx';

const ProofSteps = lazyChunk(() => import('./proof-steps.tsx'));

const MISSING = 'Add a proof photo before you post.';

interface RequiredProof {
  /** Undefined if it is missing, or none is required. */
  proof: AddProofPhoto | undefined;
  isMissing: boolean;
  field: ReactNode;
  /** Forgets the photo: it was posted, or its code was refused. */
  clear(): void;
}

/**
 * The proof photo of a new listing, where the instance requires one; stored in this tab with the form's draft.
 * @param isNew whether the form posts a new listing
 * @param isTried whether the form was submitted, which shows what is missing
 */
export function useRequiredProof(ownerId: string, isNew: boolean, isTried: boolean): RequiredProof {
  const [draft] = useState(() => draftOf<AddProofPhoto>(ownerId, 'listing:new:proof'));
  const [proof, setProof] = useState(draft.load);
  const clear = () => {
    draft.clear();
    setProof(null);
  };
  if (!isNew || instance.features.proofPhoto !== 'required') {
    return { proof: undefined, isMissing: false, field: null, clear };
  }
  const uploaded = (added: AddProofPhoto) => {
    draft.save(added);
    setProof(added);
  };
  const field = (
    <chakra.fieldset mt="6" pt="5" borderTopWidth="1px">
      <chakra.legend float="left" w="full" textStyle="label" mb="3">
        Proof photo
      </chakra.legend>
      <Box css={{ clear: 'both' }}>
        <Suspense fallback={<Loading />}>
          <ProofSteps listingId={null} image={proof?.image ?? null} onUploaded={uploaded} />
        </Suspense>
        {isTried && !proof ? (
          <Text role="alert" mt="2" textStyle="xs" color="fg.error">
            {MISSING}
          </Text>
        ) : null}
      </Box>
    </chakra.fieldset>
  );
  return { proof: proof ?? undefined, isMissing: proof === null, field, clear };
}
