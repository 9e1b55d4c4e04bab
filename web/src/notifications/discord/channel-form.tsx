import { Field } from '@chakra-ui/react';
import { fieldSlotRecipe } from '@chakra-ui/react/theme';
import type { DiscordChannel } from '@selvedge/shared/notifications/discord';
import { DISCORD_NAME_MAX } from '@selvedge/shared/notifications/discord-limits';
import { CATEGORIES } from '@selvedge/shared/platform/limits';
import type { ComponentProps } from 'react';
import { api } from '../../lib/api.ts';
import { priceProblem } from '../../lib/price.ts';
import { useTextDraft } from '../../lib/session/use-text-draft.ts';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { FieldLabel } from '../../ui/field-label.tsx';
import { InlineForm } from '../../ui/inline-form.tsx';
import { PrefixedMoneyInput } from '../../ui/prefixed-money-input.tsx';
import { Input } from '../../ui/text-input.tsx';
import { registerRecipes } from '../../ui/theme/system.ts';

registerRecipes({ slotRecipes: { field: fieldSlotRecipe } });

/** Where channels are added and changed. */
export const CHANNELS_PATH = '/api/discord-channels';

const KINDS = [
  ['', 'Listings and WTBs'],
  ['listing', 'Listings'],
  ['wanted', 'WTBs'],
] as const;
const OF_CATEGORY = [['', 'All'], ...CATEGORIES.map((name) => [name, name] as const)] as const;
const EMPTY = { name: '', url: '', kind: '', brand: '', category: '', maxPrice: '' };

const typedOf = ({ name, kind, brand, category, maxPrice }: DiscordChannel): typeof EMPTY => ({
  ...{ ...EMPTY, name },
  ...{ kind: kind ?? '', brand: brand ?? '', category: category ?? '', maxPrice: maxPrice ?? '' },
});

interface ChannelFormProps extends Pick<ComponentProps<typeof InlineForm>, 'id' | 'onSettled'> {
  isInstance: boolean;
  /** Null to add one. */
  channel: DiscordChannel | null;
  onClose: () => void;
}

/** Adds a channel at Discord; one of the instance has filters, which can be changed. */
export function ChannelForm({ isInstance, channel, onClose, ...form }: ChannelFormProps) {
  const [typed, setTyped, draft] = useTextDraft(
    `channel:${channel?.id ?? (isInstance ? 'instance' : 'new')}`,
    channel ? typedOf(channel) : EMPTY,
    channel !== null,
  );
  const close = () => {
    draft.clear();
    onClose();
  };
  const field = (name: keyof typeof EMPTY) => ({
    value: typed[name],
    onChange: ({ target }: { target: { value: string } }) => setTyped({ ...typed, [name]: target.value }),
  });
  const choice = (name: 'kind' | 'category') => ({
    value: typed[name],
    onChange: (value: string) => setTyped({ ...typed, [name]: value }),
  });
  const noPrice = priceProblem(typed.maxPrice);
  const save = async () => {
    if (noPrice) return false;
    const { name, url, ...filters } = typed;
    const chosen = Object.fromEntries(Object.entries(filters).map(([key, value]) => [key, value || null]));
    // WTBs have none, so that nothing would be posted.
    if (typed.kind === 'wanted') chosen.category = null;
    if (channel) await api<DiscordChannel>('PATCH', `${CHANNELS_PATH}/${channel.id}`, { name, ...chosen });
    else {
      const added = { name: isInstance ? name : 'My alerts', url, isInstance, ...chosen };
      await api<DiscordChannel>('POST', CHANNELS_PATH, added);
    }
    close();
    return true;
  };
  const button = channel ? 'Save' : 'Add';
  return (
    <InlineForm
      {...form}
      label={channel ? 'Edit Discord channel' : 'New Discord channel'}
      submit={[button, button]}
      failed="The channel could not be saved. Please try again."
      onSubmit={save}
      onCancel={close}
    >
      {isInstance ? (
        <Field.Root required>
          <FieldLabel text="Name" isOptional={false} />
          <Input autoComplete="off" maxLength={DISCORD_NAME_MAX} {...field('name')} />
        </Field.Root>
      ) : null}
      {channel ? null : (
        <Field.Root required>
          <FieldLabel text="Address of the channel's webhook" isOptional={false} />
          <Input
            type="url"
            autoComplete="off"
            placeholder="https://discord.com/api/webhooks/"
            {...field('url')}
          />
        </Field.Root>
      )}
      {isInstance ? (
        <>
          <ChoiceField label="Posts about" options={KINDS} {...choice('kind')} />
          {typed.kind === 'wanted' ? null : (
            <ChoiceField label="Category" options={OF_CATEGORY} {...choice('category')} />
          )}
          <Field.Root>
            <FieldLabel text="Brand" isOptional />
            <Input autoComplete="off" {...field('brand')} />
          </Field.Root>
          <Field.Root>
            <FieldLabel text="Up to a price of" isOptional />
            <PrefixedMoneyInput
              value={typed.maxPrice}
              onValue={(maxPrice) => setTyped({ ...typed, maxPrice })}
              problem={noPrice}
              aria-invalid={noPrice !== null}
            />
          </Field.Root>
        </>
      ) : null}
    </InlineForm>
  );
}
