import { Box, Button, chakra, Dialog, Text } from '@chakra-ui/react';
import type { Listing } from '@selvedge/shared/items/listings';
import type { ProofPhoto } from '@selvedge/shared/items/proof-photos';
import { imageVariant } from '@selvedge/shared/platform/pictures';
import { useState } from 'react';
import { api, apiSend } from '../../lib/api.ts';
import { dayText } from '../../lib/day.ts';
import { DialogFrame } from '../../ui/dialog.tsx';
import { showFailure } from '../../ui/show-failure.ts';
import { toast } from '../../ui/toast.ts';
import ProofSteps from './proof-steps.tsx';

const CONFIRM_REMOVE = 'Remove the proof photo from this listing?';

interface ProofDialogProps {
  listing: Listing;
  onChanged: (listing: Listing) => void;
  onClose: () => void;
}

interface CurrentProps {
  /** Of the listing. */
  title: string;
  proof: ProofPhoto;
  isBusy: boolean;
  onReplace: () => void;
  onRemove: () => void;
}

const Current = ({ title, proof, isBusy, onReplace, onRemove }: CurrentProps) => (
  <>
    <Dialog.Body pt="5" pb="6">
      <chakra.img
        src={imageVariant(proof.url, 640)}
        alt={`Proof of ${title}`}
        w="180px"
        aspectRatio="3/4"
        objectFit="cover"
        borderRadius="l1"
        bg="bg.muted"
      />
      <Text textStyle="sm" mt="3">
        Added {dayText(proof.takenAt)} with the code <strong>{proof.code}</strong>
      </Text>
    </Dialog.Body>
    <Dialog.Footer borderTopWidth="1px" pt="4" justifyContent="space-between">
      {/* The initial focus belongs to the other button. */}
      <Button
        variant="ghost"
        color="fg.error"
        ms="-4"
        data-no-autofocus=""
        aria-disabled={isBusy}
        onClick={onRemove}
      >
        {isBusy ? 'Removing...' : 'Remove'}
      </Button>
      <Button variant="outline" onClick={onReplace}>
        Replace
      </Button>
    </Dialog.Footer>
  </>
);

/** Adds, replaces or removes the proof photo of the member's own listing. */
export default function ProofDialog({ listing, onChanged, onClose }: ProofDialogProps) {
  const proof = listing.proofPhoto ?? null;
  const [isReplacing, setReplacing] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const path = `/api/listings/${listing.id}/proof-photo`;
  const add = async (added: { code: string; image: string }) => {
    onChanged(await api<Listing>('PUT', path, added));
    toast.success('Proof photo added');
    onClose();
  };
  const remove = async () => {
    if (isBusy || !window.confirm(CONFIRM_REMOVE)) return;
    setBusy(true);
    try {
      await apiSend('DELETE', path);
      onChanged({ ...listing, proofPhoto: null });
      toast.success('Proof photo removed');
      onClose();
    } catch (error) {
      showFailure(error, 'The proof photo could not be removed. Please try again.');
      setBusy(false);
    }
  };
  const title = !proof ? 'Add a Proof Photo' : isReplacing ? 'Replace the Proof Photo' : 'Proof Photo';
  return (
    <DialogFrame size="form" onClose={onClose}>
      <Dialog.Header borderBottomWidth="1px" pb="4">
        <Dialog.Title>{title}</Dialog.Title>
      </Dialog.Header>
      {proof && !isReplacing ? (
        <Current
          title={listing.title}
          proof={proof}
          isBusy={isBusy}
          onReplace={() => setReplacing(true)}
          onRemove={() => void remove()}
        />
      ) : (
        <Dialog.Body pt="5" pb="6">
          <Box>
            <ProofSteps listingId={listing.id} image={null} onUploaded={add} />
          </Box>
        </Dialog.Body>
      )}
    </DialogFrame>
  );
}
