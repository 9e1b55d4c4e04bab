import { Box, Button, Flex, Heading, Text } from '@chakra-ui/react';
import type { ClosetImport, ClosetImportDetails, ClosetRowState } from '@selvedge/shared/items/closet';
import { relativeTimeInText } from '@selvedge/shared/platform/format';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { api, apiList, apiSend } from '../../lib/api.ts';
import { instance } from '../../lib/instance.ts';
import { showFailure } from '../../ui/show-failure.ts';
import './closet.css';
import { IMPORTS_KEY } from './keys.ts';

const PATH = '/api/closet/imports';
/** How often the progress of a running import is polled. */
const RUNNING_MS = 2_000;

const clock = new Intl.DateTimeFormat('en-US', {
  timeZone: instance.timeZone,
  ...({ weekday: 'short', hour: 'numeric', minute: '2-digit' } as const),
});
const timeText = (iso: string): string => clock.format(new Date(iso));

const endedOf = ({ posted, repeated, failed }: ClosetImport): number => posted + repeated + failed;

function stateText({ isDone, posted, repeated, failed, total, waitsUntil }: ClosetImport): string {
  const count = [
    `${posted} of ${total} posted`,
    ...(repeated > 0 ? [`${repeated} posted before`] : []),
    ...(failed > 0 ? [`${failed} refused`] : []),
  ].join(', ');
  if (isDone) return `Done: ${count}`;
  return waitsUntil
    ? `${count}. A limit is reached; it goes on at ${timeText(waitsUntil)}`
    : `Posting: ${count}`;
}

const STATE_TEXTS: Partial<Record<ClosetRowState, string>> = {
  waiting: 'Waiting',
  repeated: 'Posted before',
};

type Row = ClosetImportDetails['rows'][number];

function ResultRow({ row: { number, title, state, listingId, problem } }: { row: Row }) {
  return (
    <li className="closet-row">
      <span className="closet-number">{`Row ${number}`}</span>
      <div className="closet-item">
        {listingId ? (
          <Link to={`/listing/${listingId}`} className="closet-link">
            {title}
          </Link>
        ) : (
          <span className="closet-title">{title}</span>
        )}
        {STATE_TEXTS[state] ? <span className="closet-facts">{STATE_TEXTS[state]}</span> : null}
        {problem ? <span className="closet-problem">{problem}</span> : null}
      </div>
    </li>
  );
}

function Results({ one, personId }: { one: ClosetImport; personId: string }) {
  const { data } = useQuery({
    queryKey: [IMPORTS_KEY, personId, one.id, endedOf(one)],
    queryFn: () => api<ClosetImportDetails>('GET', `${PATH}/${one.id}`),
    placeholderData: (shown) => shown,
  });
  return (
    <ul className="closet-rows" aria-label={`Rows of ${one.fileName}`}>
      {data?.rows.map((row) => (
        <ResultRow key={row.number} row={row} />
      ))}
    </ul>
  );
}

function OneImport({ one, personId }: { one: ClosetImport; personId: string }) {
  const queries = useQueryClient();
  const [isShown, setShown] = useState(!one.isDone);
  const remove = () => {
    const question = one.isDone
      ? `Forget the import of “${one.fileName}”? Its listings stay.`
      : `Stop the import of “${one.fileName}”? What it has posted stays.`;
    if (!window.confirm(question)) return;
    void apiSend('DELETE', `${PATH}/${one.id}`)
      .catch((error: unknown) => showFailure(error, 'Failed to stop the import. Please try again.'))
      .finally(() => void queries.invalidateQueries({ queryKey: [IMPORTS_KEY] }));
  };
  return (
    <Box as="li" py="4">
      <Flex wrap="wrap" justify="space-between" align="center" gap="3" mb="2">
        <Box minW="0" flex="1 1 16rem">
          <Text fontWeight="medium" overflowWrap="anywhere">
            {one.fileName}
          </Text>
          <Text textStyle="sm" color="fg.muted">
            <span role="status">{stateText(one)}</span>
            <span>{` · ${relativeTimeInText(one.createdAt)}`}</span>
          </Text>
        </Box>
        <Flex wrap="wrap" gap="2">
          <Button variant="outline" minH="11" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
            {isShown ? 'Hide Rows' : 'Show Rows'}
          </Button>
          <Button
            variant="outline"
            minH="11"
            aria-label={`${one.isDone ? 'Forget' : 'Stop'} ${one.fileName}`}
            onClick={remove}
          >
            {one.isDone ? 'Forget' : 'Stop'}
          </Button>
        </Flex>
      </Flex>
      {one.isDone ? null : (
        <progress
          className="closet-progress"
          aria-label={`Progress of ${one.fileName}`}
          max={one.total}
          value={endedOf(one)}
        />
      )}
      {isShown ? <Results one={one} personId={personId} /> : null}
    </Box>
  );
}

/** The member's imports, latest first, with their progress. */
export function ImportList({ personId }: { personId: string }) {
  const { data } = useQuery({
    queryKey: [IMPORTS_KEY, personId],
    queryFn: () => apiList<ClosetImport>(PATH),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(({ isDone }) => !isDone) ? RUNNING_MS : false),
  });
  if (!data || data.length === 0) return null;
  return (
    <Box as="section" mt="10" aria-labelledby="closet-imports">
      <Heading as="h2" size="lg" id="closet-imports">
        Imports
      </Heading>
      <Box as="ul" listStyleType="none" mt="2">
        {data.map((one) => (
          <OneImport key={one.id} one={one} personId={personId} />
        ))}
      </Box>
    </Box>
  );
}
