import { useEffect } from 'react';
import { toast } from '../../ui/toast.ts';
import { type ClosedItem, nameOther } from './deal-calls.ts';
import { NameOtherDialog } from './name-other-dialog.tsx';
import { useInterested } from './use-interested.ts';

interface NamingDialogProps {
  item: ClosedItem;
  onClose: () => void;
}

/** Asks who of the members with a conversation about the item it was; closes if there is nobody to name. */
export default function NamingDialog({ item, onClose }: NamingDialogProps) {
  const { data, error } = useInterested(item, true);
  const isPointless = error !== null || data?.length === 0;
  useEffect(() => {
    if (isPointless) onClose();
  }, [isPointless, onClose]);
  if (!data || isPointless) return null;
  return (
    <NameOtherDialog
      title={item.isWTB ? 'Who found it for you?' : 'Sold to whom?'}
      interested={data}
      onName={async (conversationId) => {
        await nameOther(item, conversationId);
        if (conversationId !== null) toast.success('They have been asked to confirm the deal');
      }}
      onClose={onClose}
    />
  );
}
