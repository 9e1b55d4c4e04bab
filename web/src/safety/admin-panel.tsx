import { Box, Heading, Stack, Tabs } from '@chakra-ui/react';
import { tabsSlotRecipe } from '@chakra-ui/react/theme';
import type { Resolution } from '@selvedge/shared/report-reasons';
import type { Report } from '@selvedge/shared/reports';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { apiSend } from '../lib/api.ts';
import { lazyChunk } from '../lib/lazy-chunk.ts';
import { queryClient } from '../lib/query-client.ts';
import { usePages } from '../lib/use-pages.ts';
import { DialogLoading } from '../ui/dialog-loading.tsx';
import { showFailure } from '../ui/show-failure.ts';
import { registerRecipes } from '../ui/theme/system.ts';
import { toast } from '../ui/toast.ts';
import { useTab } from '../ui/use-tab.ts';
import { useTitle } from '../ui/use-title.ts';
import { AdminList } from './admin-list.tsx';
import { AdminLog } from './admin-log.tsx';
import { LOG_KEY, REPORTS_KEY } from './keys.ts';
import { DONE, SUBJECTS } from './labels.ts';
import { ReportCard } from './report-card.tsx';

const VouchRemovalDialog = lazyChunk(() => import('./vouch-removal-dialog.tsx'));

/** Narrow enough for all tabs to fit into one row, on phones too. */
const TAB = { px: { base: '2.5', md: '4' }, whiteSpace: 'nowrap' } as const;

registerRecipes({ slotRecipes: { tabs: tabsSlotRecipe } });
// No live events update these lists: each one is refetched whenever it is shown.
for (const key of [REPORTS_KEY, LOG_KEY]) queryClient.setQueryDefaults([key], { staleTime: 0 });

/** The confirmation for an action; a dismissal needs none. */
function questionOf(action: Resolution, { subject, person }: Report): string | null {
  if (action === 'dismiss') return null;
  return action === 'remove'
    ? `Remove this ${SUBJECTS[subject]} for good? This action cannot be undone.`
    : `Suspend ${person.username}? They will be signed out everywhere and unable to sign in, and their listings and WTBs will be hidden.`;
}

function useResolve() {
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  /** The report about a vouch whose removal needs a reason. */
  const [removal, setRemoval] = useState<Report | null>(null);
  const send = async (report: Report, action: Resolution, note?: string) => {
    await apiSend('POST', `/api/admin/reports/${report.id}/resolve`, { action, note });
    toast.success(DONE[action]);
  };
  const refetch = async () => {
    for (const key of [REPORTS_KEY, LOG_KEY]) await queries.invalidateQueries({ queryKey: [key] });
  };
  const resolve = async (report: Report, action: Resolution) => {
    if (action === 'remove' && report.subject === 'vouch') {
      setRemoval(report);
      return;
    }
    const question = questionOf(action, report);
    if (question && !window.confirm(question)) return;
    setBusy(true);
    await send(report, action).catch((error: unknown) =>
      showFailure(error, "That didn't work. Please try again."),
    );
    await refetch();
    setBusy(false);
  };
  const dialog = removal ? (
    <Suspense fallback={<DialogLoading />}>
      <VouchRemovalDialog
        id={removal.subjectId}
        writer={removal.person.username}
        remove={(note) => send(removal, 'remove', note).then(refetch)}
        onClose={() => setRemoval(null)}
      />
    </Suspense>
  ) : null;
  return { isBusy, resolve, dialog };
}

function Reports({ state }: { state: 'open' | 'closed' }) {
  const pages = usePages<Report>([REPORTS_KEY, state], `/api/admin/reports?state=${state}`);
  const { isBusy, resolve, dialog } = useResolve();
  return (
    <AdminList pages={pages} empty={state === 'open' ? 'No open reports' : 'No resolved reports'}>
      {(reports) => (
        <Stack gap="5">
          {reports.map((report) => (
            <ReportCard
              key={report.id}
              report={report}
              isBusy={isBusy}
              onResolve={(one, action) => void resolve(one, action)}
            />
          ))}
          {dialog}
        </Stack>
      )}
    </AdminList>
  );
}

interface AdminPanelProps {
  /** The server's figures, in their own tab. */
  delivery: ReactNode;
  /** The settings of the instance, in their own tab. */
  instance: ReactNode;
}

/** Reports, admin actions, and the instance itself. */
export function AdminPanel({ delivery, instance }: AdminPanelProps) {
  useTitle('Admin');
  return (
    <Box maxW="860px" mx="auto" px={{ base: '4', md: '6' }} pt={{ base: '6', md: '9' }} pb="24">
      <Heading as="h1" size="2xl" mb="6">
        Admin
      </Heading>
      <Tabs.Root {...useTab('open')} variant="line" lazyMount unmountOnExit>
        <Tabs.List mb="6">
          <Tabs.Trigger value="open" {...TAB}>
            Open Reports
          </Tabs.Trigger>
          <Tabs.Trigger value="closed" {...TAB}>
            Resolved
          </Tabs.Trigger>
          <Tabs.Trigger value="log" {...TAB}>
            Audit Log
          </Tabs.Trigger>
          <Tabs.Trigger value="delivery" {...TAB}>
            Delivery
          </Tabs.Trigger>
          <Tabs.Trigger value="instance" {...TAB}>
            Instance
          </Tabs.Trigger>
        </Tabs.List>
        <Tabs.Content value="open" p="0">
          <Reports state="open" />
        </Tabs.Content>
        <Tabs.Content value="closed" p="0">
          <Reports state="closed" />
        </Tabs.Content>
        <Tabs.Content value="log" p="0">
          <AdminLog />
        </Tabs.Content>
        <Tabs.Content value="delivery" p="0">
          {delivery}
        </Tabs.Content>
        <Tabs.Content value="instance" p="0">
          {instance}
        </Tabs.Content>
      </Tabs.Root>
    </Box>
  );
}
