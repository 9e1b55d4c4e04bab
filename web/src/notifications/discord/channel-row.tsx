import { Box, Button, Flex, Text } from '@chakra-ui/react';
import type { DiscordChannel } from '@selvedge/shared/notifications/discord';
import { formatPrice } from '@selvedge/shared/platform/format';
import { useId, useState } from 'react';
import { apiSend } from '../../lib/api.ts';
import { instance } from '../../lib/instance.ts';
import { showFailure } from '../../ui/show-failure.ts';
import { CHANNELS_PATH, ChannelForm } from './channel-form.tsx';

const KINDS = { listing: 'Listings', wanted: 'WTBs' } as const;

function filtersOf({ isInstance, kind, brand, category, maxPrice, isOn }: DiscordChannel): string {
  if (!isOn) return 'Off: Discord no longer knows the address';
  if (!isInstance) return 'What your saved searches find';
  return [
    kind ? KINDS[kind] : 'Listings and WTBs',
    ...(brand ? [brand] : []),
    ...(category ? [category] : []),
    ...(maxPrice ? [`up to ${formatPrice(maxPrice, instance.currency)}`] : []),
  ].join(' · ');
}

interface ChannelRowProps {
  channel: DiscordChannel;
  onChanged: () => Promise<unknown>;
}

/** One channel, and the form that changes its filters. */
export function ChannelRow({ channel, onChanged }: ChannelRowProps) {
  const { id, name, isInstance } = channel;
  const [isEditing, setEditing] = useState(false);
  const editId = useId();
  const remove = () => {
    if (!window.confirm(`Remove the channel “${name}”? Its posts stay.`)) return;
    // Also after a failure: it may have been removed in another tab.
    void apiSend('DELETE', `${CHANNELS_PATH}/${id}`)
      .catch((failure: unknown) =>
        showFailure(failure, 'The channel could not be removed. Please try again.'),
      )
      .finally(() => void onChanged());
  };
  return (
    <Box as="li" py="3" borderTopWidth="1px">
      <Flex wrap="wrap" align="center" gap="3">
        <Box flex="1" minW="min(100%, 12rem)">
          <Text fontWeight="medium" overflowWrap="anywhere">
            {name}
          </Text>
          <Text textStyle="sm" color="fg.muted" overflowWrap="anywhere">
            <span>{filtersOf(channel)}</span>
          </Text>
        </Box>
        {isInstance && !isEditing ? (
          <Button id={editId} size="sm" minH="11" variant="outline" onClick={() => setEditing(true)}>
            Edit<span className="sr"> {name}</span>
          </Button>
        ) : null}
        <Button size="sm" minH="11" variant="outline" onClick={remove}>
          Remove<span className="sr"> {name}</span>
        </Button>
      </Flex>
      {isEditing ? (
        <Box mt="4">
          <ChannelForm
            id={editId}
            isInstance={isInstance}
            channel={channel}
            onSettled={onChanged}
            onClose={() => setEditing(false)}
          />
        </Box>
      ) : null}
    </Box>
  );
}
