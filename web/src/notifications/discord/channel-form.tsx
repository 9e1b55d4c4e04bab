import { Button, chakra, Field, Flex, NativeSelect } from '@chakra-ui/react';
import { fieldSlotRecipe, nativeSelectSlotRecipe } from '@chakra-ui/react/theme';
import type { DiscordChannel } from '@selvedge/shared/notifications/discord';
import { DISCORD_NAME_MAX } from '@selvedge/shared/notifications/discord-limits';
import { CATEGORIES } from '@selvedge/shared/platform/limits';
import { type FormEvent, type ReactNode, useState } from 'react';
import { api, messageOf } from '../../lib/api.ts';
import { priceProblem } from '../../lib/price.ts';
import { withSlotEdge } from '../../ui/field-edge.ts';
import { FieldLabel } from '../../ui/field-label.tsx';
import { PrefixedMoneyInput } from '../../ui/prefixed-money-input.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Input } from '../../ui/text-input.tsx';
import { registerRecipes } from '../../ui/theme/system.ts';
import { CHANNELS_PATH } from './use-channels.ts';

registerRecipes({
  slotRecipes: { field: fieldSlotRecipe, nativeSelect: withSlotEdge(nativeSelectSlotRecipe, 'field') },
});

const KINDS = [
  ['', 'Listings and WTBs'],
  ['listing', 'Listings'],
  ['wanted', 'WTBs'],
] as const;
const OF_CATEGORY = [['', 'All'], ...CATEGORIES.map((name) => [name, name] as const)] as const;
const EMPTY = { name: '', url: '', kind: '', brand: '', category: '', maxPrice: '' };

function Choice(props: {
  label: string;
  options: readonly (readonly [string, string])[];
  value: string;
  onChange: (value: string) => void;
}): ReactNode {
  return (
    <Field.Root>
      <Field.Label>{props.label}</Field.Label>
      <NativeSelect.Root>
        <NativeSelect.Field
          minH="11"
          value={props.value}
          onChange={({ target }) => props.onChange(target.value)}
        >
          {props.options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
    </Field.Root>
  );
}

interface ChannelFormProps {
  isInstance: boolean;
  onAdded: () => void;
  onCancel: () => void;
}

/** Adds a channel at Discord; one of the instance has filters. */
export function ChannelForm({ isInstance, onAdded, onCancel }: ChannelFormProps) {
  const [typed, setTyped] = useState(EMPTY);
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const field = (name: keyof typeof EMPTY) => ({
    value: typed[name],
    onChange: ({ target }: { target: { value: string } }) => setTyped({ ...typed, [name]: target.value }),
  });
  const choice = (name: 'kind' | 'category') => ({
    value: typed[name],
    onChange: (value: string) => setTyped({ ...typed, [name]: value }),
  });
  const noPrice = priceProblem(typed.maxPrice);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (noPrice) return;
    setSaving(true);
    const { name, url, ...filters } = typed;
    const chosen = Object.fromEntries(Object.entries(filters).map(([key, value]) => [key, value || null]));
    try {
      const channel = { name: isInstance ? name : 'My alerts', url, isInstance, ...chosen };
      await api<DiscordChannel>('POST', CHANNELS_PATH, channel);
      onAdded();
    } catch (error) {
      setProblem(messageOf(error, 'The channel could not be added. Please try again.'));
      setSaving(false);
    }
  };
  return (
    <chakra.form
      onSubmit={(event) => void save(event)}
      noValidate
      display="grid"
      gap="4"
      aria-label="New Discord channel"
    >
      {isInstance ? (
        <Field.Root required>
          <FieldLabel text="Name" isOptional={false} />
          <Input autoComplete="off" maxLength={DISCORD_NAME_MAX} {...field('name')} />
        </Field.Root>
      ) : null}
      <Field.Root required>
        <FieldLabel text="Address of the channel's webhook" isOptional={false} />
        <Input
          type="url"
          autoComplete="off"
          placeholder="https://discord.com/api/webhooks/"
          {...field('url')}
        />
      </Field.Root>
      {isInstance ? (
        <>
          <Choice label="Posts about" options={KINDS} {...choice('kind')} />
          <Choice label="Category" options={OF_CATEGORY} {...choice('category')} />
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
      <ProblemNote text={problem} isPast={isSaving} />
      <Flex wrap="wrap" gap="3">
        <Button type="submit" colorPalette="indigo" disabled={isSaving}>
          Add
        </Button>
        <Button variant="outline" onClick={onCancel}>
          Cancel
        </Button>
      </Flex>
    </chakra.form>
  );
}
