import { Box, Button, Flex, Heading, Text } from '@chakra-ui/react';
import type { Dismissal } from '@selvedge/shared/items/saved-searches';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { apiList, apiSend } from '../../lib/api.ts';
import { showFailure } from '../../ui/show-failure.ts';
import { dismissalsChanged } from './cache.ts';
import { dismissalPath } from './dismiss.ts';
import { DISMISSALS_KEY } from './keys.ts';

const nameOf = ({ listing, seller }: Dismissal): string =>
  listing ? `${listing.brand} ${listing.title}` : `Everything from ${seller?.username ?? ''}`;

/** What the member is not interested in, to be shown again. Nothing while there is none. */
export function DismissedList({ personId }: { personId: string }) {
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: [DISMISSALS_KEY, personId],
    queryFn: () => apiList<Dismissal>('/api/dismissals'),
    // Pressed on other pages.
    staleTime: 0,
  });
  const show = (dismissal: Dismissal) =>
    apiSend('DELETE', dismissalPath(dismissal))
      .then(() => dismissalsChanged(queries))
      .catch((error: unknown) => showFailure(error, 'Failed to show it again. Please try again.'));
  if (!data || data.length === 0) return null;
  return (
    <Box as="section" mt="10" aria-labelledby="dismissed">
      <Heading as="h2" id="dismissed" size="lg">
        Not interested
      </Heading>
      <Text textStyle="sm" color="fg.muted" mt="1">
        Left out of your grid and your alerts.
      </Text>
      <Box as="ul" listStyleType="none">
        {data.map((dismissal) => (
          <Flex
            as="li"
            key={dismissal.id}
            wrap="wrap"
            align="center"
            columnGap="3"
            rowGap="1"
            py="2"
            borderBottomWidth="1px"
          >
            <Text flex="1 1 min(100%, 12rem)" minW="0" overflowWrap="anywhere">
              {nameOf(dismissal)}
            </Text>
            <Button
              variant="outline"
              size="sm"
              minH="11"
              aria-label={`Show Again: ${nameOf(dismissal)}`}
              onClick={() => void show(dismissal)}
            >
              Show Again
            </Button>
          </Flex>
        ))}
      </Box>
    </Box>
  );
}
