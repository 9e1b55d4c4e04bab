import { Box } from '@chakra-ui/react';
import { Suspense } from 'react';
import { useFeatures } from '../../lib/features.ts';
import { lazyChunk } from '../../lib/lazy-chunk.ts';
import { type Filters, searchQuery } from '../listings/filters.ts';

const SaveSearch = lazyChunk(() => import('./save-search.tsx'));

interface SaveSearchPlaceProps {
  filters: Filters;
  /** The main way on from an empty result. */
  isMain?: boolean;
}

/** Saves the search of the page, once it has a filter or a term. The grid below does not move when it is loaded. */
export function SaveSearchPlace({ filters, isMain = false }: SaveSearchPlaceProps) {
  const query = searchQuery(filters);
  const { savedSearches } = useFeatures();
  // Of sold items, there is nothing to be told.
  if (!savedSearches || query === '' || filters.sold === 'true') return null;
  return (
    <Box minH="11" mt={isMain ? '0' : '-3'} mb={isMain ? '0' : '4'}>
      <Suspense fallback={null}>
        <SaveSearch key={query} query={query} isMain={isMain} />
      </Suspense>
    </Box>
  );
}
