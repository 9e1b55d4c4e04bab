import { Box, chakra, Text } from '@chakra-ui/react';
import type { Figures } from '@selvedge/shared/instance/figures';
import { useQuery } from '@tanstack/react-query';
import { api, messageOf } from '../../lib/api.ts';
import { instance } from '../../lib/instance.ts';
import { Failure } from '../../ui/failure.tsx';
import { Loading } from '../../ui/loading.tsx';
import { rowsOf } from './rows.ts';

const FIGURES = '/api/admin/figures';
const POLL_MS = 3_000;

const clock = new Intl.DateTimeFormat('en-US', { timeZone: instance.timeZone, timeStyle: 'medium' });

/** The figures of the node that responds, polled while the page is visible. */
export function Delivery() {
  const { data, error, refetch, dataUpdatedAt } = useQuery({
    queryKey: [FIGURES],
    queryFn: () => api<Figures>('GET', FIGURES),
    refetchInterval: POLL_MS,
    // Figures from an earlier visit are stale.
    gcTime: 0,
    staleTime: 0,
  });
  if (!data) {
    if (!error) return <Loading />;
    return (
      <Failure text={messageOf(error, 'The figures could not be loaded.')} retry={() => void refetch()} />
    );
  }
  return (
    <Box>
      <chakra.table w="full" textStyle="sm" borderCollapse="collapse">
        <chakra.caption srOnly>Current server figures</chakra.caption>
        <tbody>
          {rowsOf(data).map(({ name, about, value, isHigh }) => (
            <chakra.tr key={name} borderBottomWidth="1px">
              <chakra.th scope="row" textAlign="start" fontWeight="medium" py="3" pe="4">
                {name}
                <Text textStyle="xs" fontWeight="normal" color="fg.muted">
                  {about}
                </Text>
              </chakra.th>
              <chakra.td
                textAlign="end"
                py="3"
                fontVariantNumeric="tabular-nums"
                color={isHigh ? 'fg.error' : 'fg'}
              >
                {value}
                {isHigh ? <Text textStyle="xs">Needs attention</Text> : null}
              </chakra.td>
            </chakra.tr>
          ))}
        </tbody>
      </chakra.table>
      <Text textStyle="xs" color={error ? 'fg.error' : 'fg.muted'} mt="4" role={error ? 'alert' : undefined}>
        {error ? 'The server is not responding. Last update: ' : 'As of '}
        {clock.format(dataUpdatedAt)}, from one node; up for {Math.floor(data.upSeconds / 3_600)} h{' '}
        {Math.floor((data.upSeconds % 3_600) / 60)} min.
      </Text>
    </Box>
  );
}
