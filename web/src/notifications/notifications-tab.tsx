import { Heading, Stack } from '@chakra-ui/react';
import type { User } from '@selvedge/shared/members/users';
import type { ChangeNotification, NotificationSettings } from '@selvedge/shared/notifications/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { apiList, apiSend, messageOf } from '../lib/api.ts';
import { inOrder } from '../lib/in-order.ts';
import { instance } from '../lib/instance.ts';
import { Failure } from '../ui/failure.tsx';
import { LabelledSwitch } from '../ui/labelled-switch.tsx';
import { showFailure } from '../ui/show-failure.ts';
import { disableNotices, enableNotices, hasNotices, noticesOwner, type Switched } from './browser-notices.ts';
import { KindTable } from './kind-table.tsx';

const SETTINGS = '/api/notifications/settings';
const FAILED = 'Failed to save the setting. Please try again.';

const BROWSER_HELP = {
  off: 'Shows who it is from and about which item. Your browser will ask for permission.',
  on: `Shows who it is from and about which item, even while ${instance.name} is closed.`,
  'open-tabs': `This browser doesn't support push: you'll be notified while ${instance.name} is open in a tab.`,
  denied: 'Your browser blocks notifications. Allow them for this site in its settings, then turn this on.',
  unsupported: "This browser doesn't support notifications.",
};

/** The setting of this browser; the others belong to the account and apply everywhere. */
function BrowserChoice({ user }: { user: User }) {
  const isDenied = hasNotices() && Notification.permission === 'denied';
  const [state, setState] = useState<Switched | 'off' | 'unsupported'>(
    !hasNotices() ? 'unsupported' : isDenied ? 'denied' : noticesOwner() === user.id ? 'on' : 'off',
  );
  const [isPending, setPending] = useState(false);
  const change = async (isOn: boolean) => {
    setPending(true);
    try {
      if (isOn) setState(await enableNotices(user.id));
      else {
        await disableNotices();
        setState('off');
      }
    } catch (error) {
      showFailure(error, FAILED);
    } finally {
      setPending(false);
    }
  };
  return (
    <LabelledSwitch
      label="Push in this browser"
      help={BROWSER_HELP[state]}
      isOn={state === 'on' || state === 'open-tabs'}
      isDisabled={isPending || state === 'unsupported'}
      onChange={(isOn) => void change(isOn)}
    />
  );
}

/** The settings tab for notifications. */
export function NotificationsTab({ user }: { user: User }) {
  const client = useQueryClient();
  const key = [SETTINGS, user.id];
  const [send] = useState(inOrder);
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: () => apiList<NotificationSettings[number]>(SETTINGS),
  });
  if (error) {
    return (
      <Failure text={messageOf(error, 'The settings could not be loaded.')} retry={() => void refetch()} />
    );
  }
  if (!data) return <Stack minH="40" aria-busy="true" />;

  const show = ({ kind, by, isOn }: ChangeNotification) =>
    client.setQueryData<NotificationSettings>(key, (rows) =>
      rows?.map((row) => (row.kind === kind ? { ...row, [by]: isOn } : row)),
    );
  const change = async (choice: ChangeNotification) => {
    // Optimistic: shown immediately, and undone when the server refuses.
    show(choice);
    try {
      await send(() => apiSend('PUT', SETTINGS, choice));
    } catch (problem) {
      show({ ...choice, isOn: !choice.isOn });
      showFailure(problem, FAILED);
      void send(() => client.invalidateQueries({ queryKey: key }));
    }
  };
  return (
    <Stack as="section" gap="6" aria-labelledby="notifications">
      <Heading as="h3" id="notifications" size="sm">
        When you're away
      </Heading>
      <BrowserChoice user={user} />
      <KindTable rows={data} onChange={(choice) => void change(choice)} />
    </Stack>
  );
}
