import { Button, type ButtonProps } from '@chakra-ui/react';
import { Suspense, useState } from 'react';
import type { OfferItem } from '../../deals/offers/offer-dialog.tsx';
import type { OfferTerms } from '../../deals/offers/use-offer-form.ts';
import { problemIn } from '../../lib/api.ts';
import { lazyChunk, preloadOnApproach } from '../../lib/lazy-chunk.ts';
import type { NewTarget } from '../../lib/new-target.ts';
import { useOpenMessages } from '../../lib/session/open-messages.ts';
import { DialogLoading } from '../../ui/dialog-loading.tsx';

const load = () => import('../../deals/offers/offer-dialog.tsx');
const OfferDialog = lazyChunk(load);

interface MakeOfferProps extends Pick<ButtonProps, 'size' | 'px'> {
  item: OfferItem;
  target: NewTarget;
  /** The item may have changed since it was fetched. */
  onConflict: () => void;
}

/** The button that makes an offer for a listing or a WTB, and then opens the conversation about it. */
export function MakeOffer({ item, target, onConflict, ...style }: MakeOfferProps) {
  const [isOpen, setOpen] = useState(false);
  const openMessages = useOpenMessages();
  const send = async (terms: OfferTerms) => {
    const { messaging } = await import('../store/messaging.ts');
    try {
      await messaging.makeOffer(target, terms);
    } catch (error) {
      if (problemIn(error)?.code === 'conflict') onConflict();
      throw error;
    }
    setOpen(false);
    openMessages(target);
  };
  return (
    <>
      <Button variant="outline" {...style} {...preloadOnApproach(load)} onClick={() => setOpen(true)}>
        Make Offer
      </Button>
      {isOpen ? (
        <Suspense fallback={<DialogLoading onClose={() => setOpen(false)} />}>
          <OfferDialog item={item} onSend={send} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
