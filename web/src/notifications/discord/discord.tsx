import { Box, Button, Flex, Text } from '@chakra-ui/react';
import type { DiscordChannel } from '@selvedge/shared/notifications/discord';
import { DISCORD_CHANNELS_MAX } from '@selvedge/shared/notifications/discord-limits';
import { formatPrice } from '@selvedge/shared/platform/format';
import { useState } from 'react';
import { apiSend } from '../../lib/api.ts';
import { instance } from '../../lib/instance.ts';
import { showFailure } from '../../ui/show-failure.ts';
import { ManagedSection } from '../managed-section.tsx';
import { useManaged } from '../use-managed.ts';
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

interface DiscordProps {
  /** Those of the instance, for admins, instead of the member's own. */
  isInstance?: boolean;
}

/** The channels at Discord that get posts. */
export function Discord({ isInstance = false }: DiscordProps) {
  const managed = useManaged<DiscordChannel>(CHANNELS_PATH, isInstance);
  const [isAdding, setAdding] = useState(false);
  const remove = (channel: DiscordChannel) => {
    if (!window.confirm(`Remove the channel “${channel.name}”? Its posts stay.`)) return;
    apiSend('DELETE', `${CHANNELS_PATH}/${channel.id}`)
      .then(managed.refresh)
      .catch((failure: unknown) =>
        showFailure(failure, 'The channel could not be removed. Please try again.'),
      );
  };
  return (
    <ManagedSection
      title="Discord"
      about={
        isInstance
          ? 'Channels that show new items from now on. A post follows its item: its price, holds, its sale, and its removal.'
          : 'A channel of yours that shows what your saved searches find from now on.'
      }
      isInstance={isInstance}
      managed={managed}
      failed="The channels could not be loaded."
      listLabel="Discord channels"
      row={(channel) => (
        <Flex as="li" key={channel.id} align="center" gap="3" py="3" borderTopWidth="1px">
          <Box flex="1" minW="0">
            <Text fontWeight="medium" overflowWrap="anywhere">
              {channel.name}
            </Text>
            <Text textStyle="sm" color="fg.muted" overflowWrap="anywhere">
              <span>{filtersOf(channel)}</span>
            </Text>
          </Box>
          <Button size="sm" minH="11" variant="outline" onClick={() => remove(channel)}>
            Remove<span className="sr"> {channel.name}</span>
          </Button>
        </Flex>
      )}
      max={isInstance ? DISCORD_CHANNELS_MAX : 1}
      add="Add a Channel"
      onAdd={() => setAdding(true)}
      form={
        isAdding ? (
          <ChannelForm
            isInstance={isInstance}
            onAdded={() => {
              setAdding(false);
              void managed.refresh();
            }}
            onCancel={() => setAdding(false)}
          />
        ) : null
      }
    />
  );
}
