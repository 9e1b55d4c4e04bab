import { Box, Heading, Text } from '@chakra-ui/react';
import type { Match } from '@selvedge/shared/items/matches';
import { usePages } from '../../lib/use-pages.ts';
import { Failure } from '../../ui/failure.tsx';
import { ALL_MATCHES, allMatchesKey, matchesOfKey, matchesOfPath } from './keys.ts';
import { MatchList } from './match-list.tsx';

/** All listings that match any of a member's WTBs; renders nothing when there are none. */
export function MatchesPanel({ personId }: { personId: string }) {
  const pages = usePages<Match>(allMatchesKey(personId), ALL_MATCHES);
  if (!pages.items?.length) return null;
  return (
    <Box
      as="section"
      aria-labelledby="matches"
      mb={{ base: '8', md: '10' }}
      p={{ base: '4', md: '5' }}
      borderWidth="1px"
      borderRadius="l2"
    >
      <Heading as="h2" id="matches" size="lg">
        Matches
      </Heading>
      <Text textStyle="sm" color="fg.muted" mt="1" mb="3">
        On sale now and matching your requests.
      </Text>
      <MatchList personId={personId} pages={pages} showsWanted />
    </Box>
  );
}

interface MatchesOfProps {
  personId: string;
  wantedId: string;
}

/** The listings that match one of a member's WTBs. */
export function MatchesOf({ personId, wantedId }: MatchesOfProps) {
  const pages = usePages<Match>(matchesOfKey(personId, wantedId), matchesOfPath(wantedId));
  if (pages.error) return <Failure text="The matches could not be loaded." retry={pages.retry} />;
  if (!pages.items) return null;
  return (
    <Box as="section" aria-labelledby="matches-of" mt="5" pt="4" borderTopWidth="1px">
      <Heading as="h3" id="matches-of" size="md" mb="2">
        Matches
      </Heading>
      {pages.items.length > 0 ? (
        <MatchList personId={personId} pages={pages} showsWanted={false} />
      ) : (
        <Text textStyle="sm" color="fg.muted">
          Nothing on sale matches right now. We'll let you know when something does.
        </Text>
      )}
    </Box>
  );
}
