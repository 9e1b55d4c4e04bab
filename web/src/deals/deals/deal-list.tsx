import { Box, Text } from '@chakra-ui/react';
import type { Deal } from '@selvedge/shared/deals/deals';
import type { OwnVouch } from '@selvedge/shared/deals/vouches';
import { useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../lib/api.ts';
import { type LoadedPages, replaced } from '../../lib/live-pages.ts';
import { PROFILE } from '../../lib/own-list-keys.ts';
import { queryClient } from '../../lib/query-client.ts';
import { usePages } from '../../lib/use-pages.ts';
import { Failure } from '../../ui/failure.tsx';
import { ListEnd } from '../../ui/list-end.tsx';
import { Loading } from '../../ui/loading.tsx';
import { DealRow } from './deal-row.tsx';
import { DEALS_KEY } from './keys.ts';

// Few live events update this list, so it is refetched whenever it is shown.
queryClient.setQueryDefaults([DEALS_KEY], { staleTime: 0 });

/** The deals of the signed-in member, latest first. */
export function DealList({ personId }: { personId: string }) {
  const queries = useQueryClient();
  const key = [DEALS_KEY, personId];
  const pages = usePages<Deal>(key, '/api/deals');
  const { items, error, retry } = pages;
  const vouched = (deal: Deal, vouch: OwnVouch) => {
    queries.setQueryData<LoadedPages<Deal>>(key, (list) => list && replaced(list, { ...deal, vouch }));
    // It may have released both vouches.
    void queries.invalidateQueries({ queryKey: [PROFILE] });
  };
  if (error) return <Failure text={messageOf(error, 'The deals could not be loaded.')} retry={retry} />;
  if (!items) return <Loading />;
  if (items.length === 0) {
    return (
      <Text color="fg.muted" py="16" textAlign="center">
        No deals yet. When a seller names you as the buyer and you confirm it, the deal appears here.
      </Text>
    );
  }
  return (
    <>
      <Box as="ul" listStyleType="none">
        {items.map((deal) => (
          <DealRow key={deal.id} deal={deal} onVouched={(vouch) => vouched(deal, vouch)} />
        ))}
      </Box>
      <ListEnd {...pages} />
    </>
  );
}
