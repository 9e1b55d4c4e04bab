import { GridItem, Stack } from '@chakra-ui/react';
import { Controller } from 'react-hook-form';
import { LabelledSwitch } from '../ui/labelled-switch.tsx';
import { Section } from './section.tsx';
import { SelectField } from './select-field.tsx';
import type { SettingsForm } from './settings-form.ts';

const SWITCHES = [
  [
    'offers',
    'Offers',
    'Members can offer a price in a conversation, which the other side accepts or declines.',
  ],
  ['holds', 'Holds', 'A seller can hold a listing for one buyer; others can line up for it.'],
  ['deals', 'Deals', 'Both sides can confirm that an item changed hands.'],
  ['vouches', 'Vouches', 'After a deal, each side can vouch for the other.'],
  ['saved', 'Saved items', 'Members can save listings, and are told when a price drops.'],
  [
    'savedSearches',
    'Saved searches',
    'Members can save searches and follow sellers, and are told of new items.',
  ],
  ['apiKeys', 'API keys', 'Members can make keys with which their programs act for them.'],
  [
    'closet',
    'Moving in and out',
    'Members can download their listings with the photos, and bring in listings from a file.',
  ],
  [
    'webhooks',
    'Webhooks',
    'Events are sent to the programs of members and admins, at addresses that they choose.',
  ],
  ['discord', 'Discord', 'New items are posted in channels at Discord, and the posts follow them.'],
] as const;
const PROOF_PHOTOS = [
  ['off', 'Off'],
  ['optional', 'Optional'],
  ['required', 'Required before a listing is posted'],
] as const;

/** The features that can be switched off. */
export function FeatureFields({ form }: { form: SettingsForm }) {
  return (
    <Section
      title="Features"
      about="A feature that is switched off is shown nowhere. What it stored comes back with it."
    >
      <GridItem colSpan={6}>
        <Stack gap="5">
          {SWITCHES.map(([name, label, help]) => (
            <Controller
              key={name}
              control={form.control}
              name={`features.${name}`}
              render={({ field }) => (
                <LabelledSwitch label={label} help={help} isOn={field.value} onChange={field.onChange} />
              )}
            />
          ))}
        </Stack>
      </GridItem>
      <SelectField form={form} name="features.proofPhoto" label="Proof photos" options={PROOF_PHOTOS} />
    </Section>
  );
}
