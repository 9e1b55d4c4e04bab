import type { DiscordChannel } from '@selvedge/shared/notifications/discord';
import { DISCORD_CHANNELS_MAX } from '@selvedge/shared/notifications/discord-limits';
import { ManagedSection } from '../managed-section.tsx';
import { useManaged } from '../use-managed.ts';
import { CHANNELS_PATH, ChannelForm } from './channel-form.tsx';
import { ChannelRow } from './channel-row.tsx';

interface DiscordProps {
  /** Those of the instance, for admins, instead of the member's own. */
  isInstance?: boolean;
}

/** The channels at Discord that get posts. */
export function Discord({ isInstance = false }: DiscordProps) {
  const managed = useManaged<DiscordChannel>(CHANNELS_PATH, isInstance);
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
      row={(channel) => <ChannelRow key={channel.id} channel={channel} onChanged={managed.refresh} />}
      max={isInstance ? DISCORD_CHANNELS_MAX : 1}
      add="Add a Channel"
      full={
        isInstance
          ? `There are ${DISCORD_CHANNELS_MAX} channels. Remove one to add another.`
          : 'You have a channel. Remove it to add another.'
      }
      form={(id, close) => (
        <ChannelForm
          id={id}
          isInstance={isInstance}
          channel={null}
          onSettled={managed.refresh}
          onClose={close}
        />
      )}
    />
  );
}
