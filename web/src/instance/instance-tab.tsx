import { Stack } from '@chakra-ui/react';
import type { InstanceSettings } from '@selvedge/shared/instance/instance-settings';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, messageOf } from '../lib/api.ts';
import { Discord } from '../notifications/discord/discord.tsx';
import { Webhooks } from '../notifications/webhooks/webhooks.tsx';
import { Failure } from '../ui/failure.tsx';
import { Loading } from '../ui/loading.tsx';
import { InstanceForm } from './instance-form.tsx';
import { Invites } from './invites.tsx';
import { SETTINGS_PATH } from './save-settings.ts';

const KEY = [SETTINGS_PATH];

/** The settings of the instance, for admins. */
export function InstanceTab() {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: () => api<InstanceSettings>('GET', SETTINGS_PATH),
    // Another admin may have changed them since the last visit. A refetch while the form is open would change nothing in it.
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  if (error) {
    return (
      <Failure text={messageOf(error, 'The settings could not be loaded.')} retry={() => void refetch()} />
    );
  }
  if (!data) return <Loading />;
  return (
    <Stack gap="10">
      <InstanceForm
        saved={data}
        onSaved={(settings) => client.setQueryData(KEY, settings)}
        // Something else may have been saved since the upload began.
        onPicture={(picture, address) =>
          client.setQueryData<InstanceSettings>(KEY, (now) => now && { ...now, [picture]: address })
        }
      />
      <Invites />
      {data.features.discord ? <Discord isInstance /> : null}
      {data.features.webhooks ? <Webhooks isInstance /> : null}
    </Stack>
  );
}
