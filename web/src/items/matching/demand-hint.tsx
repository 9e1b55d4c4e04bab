import { Box, Text } from '@chakra-ui/react';
import type { Demand } from '@selvedge/shared/items/matches';
import { formatCount } from '@selvedge/shared/platform/format';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { formatPrice } from '../../lib/price.ts';
import { useDebounced } from '../../lib/use-debounced.ts';

/** Debounce delay for typing, in milliseconds. */
const DEBOUNCE_MS = 400;

type Band = Demand['bands'][number];

function rangeOf({ from, to }: Band): string {
  if (to === null) return `over ${formatPrice(from)}`;
  return Number(from) === 0 ? `up to ${formatPrice(to)}` : `${formatPrice(from)}–${formatPrice(to)}`;
}

const bandText = (band: Band): string => `${rangeOf(band)} (${formatCount(band.people)})`;

interface DemandHintProps {
  title: string;
  brand: string;
  category: string;
  size: string;
}

/** How many members want the item that is being typed, and with what budgets. */
export function DemandHint({ title, brand, category, size }: DemandHintProps) {
  const typed = Object.entries({ brand, title, category, size }).filter(([, text]) => text.trim() !== '');
  const query = useDebounced(String(new URLSearchParams(typed)), DEBOUNCE_MS);
  const isEnabled = new URLSearchParams(query).has('brand');
  const { data } = useQuery({
    queryKey: ['demand', query],
    queryFn: () => api<Demand>('GET', `/api/demand?${query}`),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
  });
  const people = isEnabled ? (data?.people ?? 0) : 0;
  return (
    // Rendered from the start: a live region must exist before its text changes.
    <Box role="status" gridColumn="1 / -1">
      {data && people > 0 ? (
        <Box p="3" bg="bg.muted" borderRadius="l2">
          <Text fontWeight="semibold">
            {people === 1 ? '1 person wants this' : `${formatCount(people)} people want this`}
          </Text>
          <Text textStyle="sm" color="fg.muted">
            Budgets: {data.bands.map(bandText).join(', ')}
          </Text>
        </Box>
      ) : null}
    </Box>
  );
}
