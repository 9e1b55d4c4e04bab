import '../../lib/no-eval.ts';
import { Button, Text } from '@chakra-ui/react';
import { type SavedListing, targetBelow } from '@selvedge/shared/items/saved';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { apiSend } from '../../lib/api.ts';
import { formatPrice } from '../../lib/price.ts';
import { formResolver } from '../../ui/form-resolver.ts';
import { showFailure } from '../../ui/show-failure.ts';
import { toast } from '../../ui/toast.ts';
import { PriceForm } from '../listings/price-form.tsx';
import { savedListChanged } from './cache.ts';

interface Values {
  targetPrice: string;
}

/** The price at or below which the member wants to know of an item that they have saved. */
export default function TargetDialog({ listing, onClose }: { listing: SavedListing; onClose: () => void }) {
  const { id, price, targetPrice } = listing;
  const queries = useQueryClient();
  const form = useForm<Values>({
    resolver: formResolver(targetBelow(price)),
    defaultValues: { targetPrice: targetPrice?.replace(/\.00$/, '') ?? '' },
  });
  const set = async (target: string | null): Promise<boolean> => {
    try {
      await apiSend('PATCH', `/api/listings/${id}/saved`, { targetPrice: target });
      savedListChanged(queries);
      toast.success(target === null ? 'Target price removed' : 'Target price set');
      return true;
    } catch (error) {
      showFailure(error, 'Failed to set the target price. Please try again.');
      return false;
    }
  };
  const remove = async () => {
    if (await set(null)) onClose();
  };
  return (
    <PriceForm
      title="Target Price"
      of={`target:${id}`}
      form={form}
      name="targetPrice"
      label="At or Below"
      submit={['Set Target Price', 'Setting...']}
      save={() => set(form.getValues('targetPrice'))}
      onClose={onClose}
      above={
        <Text textStyle="sm" color="fg.muted">
          Current price: <strong>{formatPrice(price)}</strong>. You are told once when it reaches your price.
        </Text>
      }
      below={
        targetPrice === null ? null : (
          <Button variant="outline" size="sm" minH="11" mt="4" onClick={() => void remove()}>
            Remove Target Price
          </Button>
        )
      }
    />
  );
}
