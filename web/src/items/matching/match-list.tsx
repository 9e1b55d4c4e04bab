import { Box, Button } from '@chakra-ui/react';
import type { Match } from '@selvedge/shared/items/matches';
import type { Pages } from '../../lib/use-pages.ts';
import { MatchRow } from './match-row.tsx';
import { useSeen } from './use-seen.ts';
import './matching.css';

interface MatchListProps {
  personId: string;
  pages: Pages<Match>;
  showsWanted: boolean;
}

/** Matches in one or more columns, with a button for more. */
export function MatchList({ personId, pages, showsWanted }: MatchListProps) {
  const { items = [], hasMore, hasFailed, loadMore, retry } = pages;
  useSeen(personId, items);
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
