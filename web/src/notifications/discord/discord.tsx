import { Box, Button, chakra, Flex, Heading, Text } from '@chakra-ui/react';
import type { DiscordChannel } from '@selvedge/shared/notifications/discord';
import { DISCORD_CHANNELS_MAX } from '@selvedge/shared/notifications/discord-limits';
import { formatPrice } from '@selvedge/shared/platform/format';
import { useId, useState } from 'react';
import { apiSend, messageOf } from '../../lib/api.ts';
import { instance } from '../../lib/instance.ts';
import { Failure } from '../../ui/failure.tsx';
import { Loading } from '../../ui/loading.tsx';
import { showFailure } from '../../ui/show-failure.ts';
import { ChannelForm } from './channel-form.tsx';
import { CHANNELS_PATH, useChannels } from './use-channels.ts';

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
  const id = useId();
  const { data, error, refetch, refresh } = useChannels(isInstance);
  const [isAdding, setAdding] = useState(false);
  const remove = (channel: DiscordChannel) => {
    if (!window.confirm(`Remove the channel “${channel.name}”? Its posts stay.`)) return;
    apiSend('DELETE', `${CHANNELS_PATH}/${channel.id}`)
      .then(refresh)
      .catch((failure: unknown) =>
        showFailure(failure, 'The channel could not be removed. Please try again.'),
      );
  };
  const max = isInstance ? DISCORD_CHANNELS_MAX : 1;
  return (
    <chakra.section aria-labelledby={id} display="grid" gap="4">
      <Heading as={isInstance ? 'h2' : 'h3'} id={id} size="md">
        Discord
      </Heading>
      <Text textStyle="sm" color="fg.muted">
        {isInstance
          ? 'Channels that show new items from now on. A post follows its item: its price, holds, its sale, and its removal.'
          : 'A channel of yours that shows what your saved searches find from now on.'}
      </Text>
      {error ? (
        <Failure text={messageOf(error, 'The channels could not be loaded.')} retry={() => void refetch()} />
      ) : !data ? (
        <Loading />
      ) : (
        <>
          {data.length === 0 ? null : (
            <Box as="ul" listStyleType="none" aria-label="Discord channels">
              {data.map((channel) => (
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
              ))}
            </Box>
          )}
          {isAdding ? (
            <ChannelForm
              isInstance={isInstance}
              onAdded={() => {
                setAdding(false);
                void refresh();
              }}
              onCancel={() => setAdding(false)}
            />
          ) : data.length < max ? (
            <Button variant="outline" justifySelf="start" onClick={() => setAdding(true)}>
              Add a Channel
            </Button>
          ) : null}
        </>
      )}
    </chakra.section>
  );
}
