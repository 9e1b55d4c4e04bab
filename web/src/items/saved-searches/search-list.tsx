import { Box, Text } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { messageOf } from '../../lib/api.ts';
import { Failure } from '../../ui/failure.tsx';
import { Loading } from '../../ui/loading.tsx';
import { DismissedList } from './dismissed-list.tsx';
import { SearchRow } from './search-row.tsx';
import './searches.css';
import { useSavedSearches } from './use-saved-searches.ts';

const Empty = () => (
  <Text color="fg.muted" py="16" textAlign="center">
    No saved searches yet. Filter the listings and press “Save this search” to hear of new ones.{' '}
    <Link to="/" style={{ textDecoration: 'underline' }}>
      Browse listings
    </Link>
  </Text>
);

/** The signed-in member's saved searches, latest first, and what they are not interested in. */
export function SearchList({ personId }: { personId: string }) {
  const { data, error, refetch } = useSavedSearches();
  if (error)
    return (
      <Failure text={messageOf(error, 'Your searches could not be loaded.')} retry={() => void refetch()} />
    );
  if (!data) return <Loading />;
  return (
    <>
      {data.length === 0 ? (
        <Empty />
      ) : (
        <Box as="ul" listStyleType="none" aria-label="Saved searches">
          {data.map((search) => (
            <SearchRow key={search.id} search={search} />
          ))}
        </Box>
      )}
      <DismissedList personId={personId} />
    </>
  );
}
