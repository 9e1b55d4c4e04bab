import { Flex, Heading, Text } from '@chakra-ui/react';
import type { Wanted } from '@selvedge/shared/items/wanted';
import type { Pages } from '../../lib/use-pages.ts';
import { Failure } from '../../ui/failure.tsx';
import { ListEnd } from '../../ui/list-end.tsx';
import { WantedCard } from './wanted-card.tsx';

const PLACEHOLDERS = 8;

const Loading = () => (
  <div className="wanted-grid" role="status" aria-busy="true" aria-label="Loading WTB listings">
    {Array.from({ length: PLACEHOLDERS }, (_, i) => `placeholder-${i}`).map((key) => (
      <div key={key} className="sk" style={{ height: 150 }} />
    ))}
  </div>
);

const Empty = ({ term }: { term: string }) => (
  <Flex direction="column" align="center" gap="2" py="24" textAlign="center">
    <Heading as="h3" size="xl">
      {term ? 'No WTB listings found' : 'No WTB listings yet'}
    </Heading>
    {term ? null : <Text color="fg.muted">Be the first to post what you're looking for!</Text>}
  </Flex>
);

interface WantedListProps {
  /** The search term; empty for all WTBs. */
  term: string;
  pages: Pages<Wanted>;
}

/** WTBs in columns, in each state of their list. */
export function WantedList({ term, pages }: WantedListProps) {
  const { items, error, retry } = pages;
  if (error) return <Failure text="Failed to fetch WTB listings" retry={retry} />;
  if (!items) return <Loading />;
  if (items.length === 0) return <Empty term={term} />;
  return (
    <>
      <div className="wanted-grid">
        {items.map((wanted) => (
          <WantedCard
            key={wanted.id}
            wanted={wanted}
            search={term && `?${new URLSearchParams({ q: term })}`}
          />
        ))}
      </div>
      <ListEnd {...pages} />
    </>
  );
}
