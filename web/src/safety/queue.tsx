import { Button, Flex, Heading, Stack, Text } from '@chakra-ui/react';
import { APPEAL_OUTCOMES, type Resolution, resolutionsOf } from '@selvedge/shared/safety/report-reasons';
import type { Appeal, QueueCounts, Report } from '@selvedge/shared/safety/reports';
import { APPEAL_QUEUE, QUEUE } from '@selvedge/shared/safety/safety-texts';
import { useQuery } from '@tanstack/react-query';
import { api } from '../lib/api.ts';
import { queryClient } from '../lib/query-client.ts';
import { usePages } from '../lib/use-pages.ts';
import { ListEnd } from '../ui/list-end.tsx';
import { AdminList } from './admin-list.tsx';
import { COUNTS_KEY, REPORTS_KEY } from './keys.ts';
import { actionLabel } from './labels.ts';
import { ReportCard } from './report-card.tsx';
import { useAnswer, useResolve } from './use-resolve.tsx';

// No live events update these lists: each one is refetched whenever it is shown.
for (const key of [REPORTS_KEY, COUNTS_KEY]) queryClient.setQueryDefaults([key], { staleTime: 0 });

/** How much waits for the admins. */
function Counts() {
  const { data } = useQuery({
    queryKey: [COUNTS_KEY],
    queryFn: () => api<QueueCounts>('GET', '/api/admin/reports/count'),
  });
  if (!data || data.open + data.appeals === 0) return null;
  return (
    <Text mb="5" textStyle="sm" color="fg.muted">
      {QUEUE.counts(data)}
    </Text>
  );
}

interface ActionsProps {
  report: Report;
  isBusy: boolean;
  onChoose: (action: Resolution) => void;
}

/** The possible decisions on an open report. */
const Actions = ({ report, isBusy, onChoose }: ActionsProps) => (
  <Flex wrap="wrap" gap="3" mt="4">
    {resolutionsOf(report.subject).map((action) => (
      <Button
        key={action}
        size="sm"
        variant="outline"
        color={action === 'dismiss' ? undefined : 'fg.error'}
        disabled={isBusy}
        onClick={() => onChoose(action)}
      >
        {actionLabel(action, report)}
      </Button>
    ))}
  </Flex>
);

/** The decided reports with an open appeal, which waits for an admin. */
function Appeals() {
  const pages = usePages<Report>([REPORTS_KEY, 'appealed'], '/api/admin/reports?state=appealed');
  const { open, dialog } = useAnswer();
  const buttons = (appeal: Appeal) => (
    <Flex wrap="wrap" gap="3" mt="3">
      {APPEAL_OUTCOMES.map((outcome) => (
        <Button key={outcome} size="sm" variant="outline" onClick={() => open(appeal, outcome)}>
          {APPEAL_QUEUE.actions[outcome]}
        </Button>
      ))}
    </Flex>
  );
  if (!pages.items || pages.items.length === 0) return null;
  return (
    <Stack as="section" gap="5" mb="10" aria-labelledby="appeals">
      <Heading as="h2" id="appeals" size="md">
        {APPEAL_QUEUE.heading}
      </Heading>
      {pages.items.map((report) => (
        <ReportCard key={report.id} report={report} answer={buttons} />
      ))}
      <ListEnd {...pages} />
      {dialog}
    </Stack>
  );
}

/** Open or decided reports; above the open ones, what is appealed. */
export function Reports({ state }: { state: 'open' | 'closed' }) {
  const pages = usePages<Report>([REPORTS_KEY, state], `/api/admin/reports?state=${state}`);
  const { isBusy, resolve, dialog } = useResolve();
  return (
    <>
      {state === 'open' ? (
        <>
          <Counts />
          <Appeals />
        </>
      ) : null}
      <AdminList pages={pages} empty={state === 'open' ? 'No open reports' : 'No resolved reports'}>
        {(reports) => (
          <Stack gap="5">
            {reports.map((report) => (
              <ReportCard key={report.id} report={report}>
                <Actions
                  report={report}
                  isBusy={isBusy}
                  onChoose={(action) => void resolve(report, action)}
                />
              </ReportCard>
            ))}
          </Stack>
        )}
      </AdminList>
      {dialog}
    </>
  );
}
