import { Box, Heading, Tabs } from '@chakra-ui/react';
import { tabsSlotRecipe } from '@chakra-ui/react/theme';
import type { ReactNode } from 'react';
import { queryClient } from '../lib/query-client.ts';
import { registerRecipes } from '../ui/theme/system.ts';
import { useTab } from '../ui/use-tab.ts';
import { useTitle } from '../ui/use-title.ts';
import { AdminLog } from './admin-log.tsx';
import { LOG_KEY } from './keys.ts';
import { Reports } from './queue.tsx';

/** Narrow enough for all tabs to fit into one row, on phones too. */
const TAB = { px: { base: '2.5', md: '4' }, whiteSpace: 'nowrap' } as const;

registerRecipes({ slotRecipes: { tabs: tabsSlotRecipe } });
// No live events update the log: it is refetched whenever it is shown.
queryClient.setQueryDefaults([LOG_KEY], { staleTime: 0 });

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
        <Tabs.List mb="6" overflowX="auto" css={{ '& button': { flexShrink: 0 } }}>
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
