import { Box, Button } from '@chakra-ui/react';
import type { Match } from '@selvedge/shared/items/matches';
import { useQueryClient } from '@tanstack/react-query';
import { apiSend } from '../../lib/api.ts';
import type { Pages } from '../../lib/use-pages.ts';
import { useShown } from '../../lib/use-shown.ts';
import { unseenKey } from './keys.ts';
import { MatchRow } from './match-row.tsx';
import './matching.css';

interface MatchListProps {
  personId: string;
  pages: Pages<Match>;
  showsWanted: boolean;
}

/** Matches in one or more columns, with a button for more. */
export function MatchList({ personId, pages, showsWanted }: MatchListProps) {
  const { items = [], hasMore, hasFailed, loadMore, retry } = pages;
  const queries = useQueryClient();
  // They look new until the list is refetched.
  useShown(
    items.filter(({ isSeen }) => !isSeen).map(({ id }) => id),
    async (ids) => {
      await apiSend('POST', '/api/matches/seen', { ids });
      await queries.invalidateQueries({ queryKey: unseenKey(personId) });
    },
  );
  return (
    <>
      <Box as="ul" listStyleType="none" mx="-2" className={showsWanted ? 'matches is-wide' : 'matches'}>
        {items.map((match) => (
          <li key={match.id}>
            <MatchRow match={match} showsWanted={showsWanted} />
          </li>
        ))}
      </Box>
      {hasMore ? (
        <Button variant="ghost" size="sm" mt="2" onClick={hasFailed ? retry : loadMore}>
          {hasFailed ? 'Try Again' : 'Show More Matches'}
        </Button>
      ) : null}
    </>
  );
}
