import { Box } from '@chakra-ui/react';
import type { SavedSettings } from '@selvedge/shared/items/saved';
import { SAVED_DROP_PERCENT } from '@selvedge/shared/platform/limits';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, apiSend } from '../../lib/api.ts';
import { inOrder } from '../../lib/in-order.ts';
import { LabelledSwitch } from '../../ui/labelled-switch.tsx';
import { showFailure } from '../../ui/show-failure.ts';
import { SAVED_KEY } from './keys.ts';

const ADDRESS = '/api/saved/settings';

/** Which price drops the signed-in member is notified of. */
export function DropChoice({ personId }: { personId: string }) {
  const queries = useQueryClient();
  const queryKey = [`${SAVED_KEY}-settings`, personId];
  const { data } = useQuery({ queryKey, queryFn: () => api<SavedSettings>('GET', ADDRESS) });
  const [send] = useState(inOrder);
  async function choose(isAnyDrop: boolean): Promise<void> {
    queries.setQueryData<SavedSettings>(queryKey, { isAnyDrop });
    try {
      await send(() => apiSend('PUT', ADDRESS, { isAnyDrop }));
    } catch (error) {
      queries.setQueryData<SavedSettings>(queryKey, { isAnyDrop: !isAnyDrop });
      showFailure(error, 'Failed to save your choice. Please try again.');
      void send(() => queries.invalidateQueries({ queryKey }));
    }
  }
  if (!data) return null;
  return (
    <Box mt="10" maxW="xl">
      <LabelledSwitch
        label="Tell me about every price drop"
        help={`Otherwise you are told about drops of ${SAVED_DROP_PERCENT}% or more.`}
        isOn={data.isAnyDrop}
        onChange={(isOn) => void choose(isOn)}
      />
    </Box>
  );
}
