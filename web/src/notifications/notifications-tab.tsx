import { Heading, Stack } from '@chakra-ui/react';
import type { User } from '@selvedge/shared/members/users';
import type { NotificationSettings } from '@selvedge/shared/notifications/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, apiSend, messageOf } from '../lib/api.ts';
import { instance } from '../lib/instance.ts';
import { Failure } from '../ui/failure.tsx';
import { LabelledSwitch } from '../ui/labelled-switch.tsx';
import { showFailure } from '../ui/show-failure.ts';
import { disableNotices, enableNotices, hasNotices, noticesOwner, type Switched } from './browser-notices.ts';

const SETTINGS = '/api/notifications/settings';
const FAILED = 'Failed to save the setting. Please try again.';

const BROWSER_HELP = {
  off: 'Shows who wrote and about which item. Your browser will ask for permission.',
  on: `Shows who wrote and about which item, even while ${instance.name} is closed.`,
  'open-tabs': `This browser doesn't support push: you'll be notified while ${instance.name} is open in a tab.`,
  denied: 'Your browser blocks notifications. Allow them for this site in its settings, then turn this on.',
  unsupported: "This browser doesn't support notifications.",
};

/** The setting of this browser; the other settings belong to the account and apply everywhere. */
function BrowserChoice({ user, settings, save }: { user: User } & SettingsProps) {
  const isEnabled = settings.messagesByPush && noticesOwner() === user.id;
  const isDenied = hasNotices() && Notification.permission === 'denied';
  const [state, setState] = useState<Switched | 'off' | 'unsupported'>(
    !hasNotices() ? 'unsupported' : isDenied ? 'denied' : isEnabled ? 'on' : 'off',
  );
  const [isPending, setPending] = useState(false);
  const change = async (isOn: boolean) => {
    setPending(true);
    try {
      if (isOn) {
        setState(await enableNotices(user.id));
        if (!settings.messagesByPush) await save({ messagesByPush: true });
      } else {
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
      label="Messages in this browser"
      help={BROWSER_HELP[state]}
      isOn={state === 'on' || state === 'open-tabs'}
      isDisabled={isPending || state === 'unsupported'}
      onChange={(isOn) => void change(isOn)}
    />
  );
}

interface SettingsProps {
  settings: NotificationSettings;
  save: (changes: Partial<NotificationSettings>) => Promise<void>;
}

/** The settings tab for notifications. */
export function NotificationsTab({ user }: { user: User }) {
  const client = useQueryClient();
  const key = [SETTINGS, user.id];
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: () => api<NotificationSettings>('GET', SETTINGS),
  });
  if (error) {
    return (
      <Failure text={messageOf(error, 'The settings could not be loaded.')} retry={() => void refetch()} />
    );
  }
  if (!data) return <Stack minH="40" aria-busy="true" />;

  const save = async (changes: Partial<NotificationSettings>) => {
    const next = { ...data, ...changes };
    // Optimistic: shown immediately, and undone when the server refuses.
    client.setQueryData(key, next);
    try {
      await apiSend('PUT', SETTINGS, next);
    } catch (problem) {
      client.setQueryData(key, data);
      showFailure(problem, FAILED);
    }
  };
  return (
    <Stack as="section" gap="6" aria-labelledby="notifications">
      <Heading as="h3" id="notifications" size="sm">
        When you're away
      </Heading>
      <BrowserChoice user={user} settings={data} save={save} />
      <LabelledSwitch
        label="Messages by e-mail"
        help="One e-mail per conversation left unread for two minutes. It never quotes the message."
        isOn={data.messagesByMail}
        onChange={(messagesByMail) => void save({ messagesByMail })}
      />
      <LabelledSwitch
        label="Matches by e-mail"
        help="Listings that match your requests, at most one e-mail an hour."
        isOn={data.matchesByMail}
        onChange={(matchesByMail) => void save({ matchesByMail })}
      />
    </Stack>
  );
}
