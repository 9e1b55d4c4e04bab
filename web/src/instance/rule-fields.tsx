import { OneField } from '../ui/form-field.tsx';
import { Textarea } from '../ui/text-input.tsx';
import { CURRENCIES, ZONES } from './choices.ts';
import { Section } from './section.tsx';
import { type Options, SelectField } from './select-field.tsx';
import type { SettingsForm } from './settings-form.ts';

const SIGN_UP: Options = [
  ['open', 'Everyone'],
  ['invite', 'With an invitation'],
  ['closed', 'No one'],
];

/** Money, time, who may join, and what brands are called. */
export function RuleFields({ form }: { form: SettingsForm }) {
  return (
    <Section title="Trading and sign-up" about="The currency cannot be changed here once there are prices.">
      <SelectField form={form} name="currency" label="Currency" options={CURRENCIES} />
      <SelectField form={form} name="timeZone" label="Time zone" options={ZONES} />
      <SelectField form={form} name="signUp" label="Who can sign up" options={SIGN_UP} />
      <OneField
        form={form}
        name="brandAliases"
        label="Names of brands"
        span={6}
        isOptional
        help="Other names by which searches find a house, a line each: Maison Margiela = MMM, Martin Margiela"
      >
        <Textarea {...form.register('brandAliases')} rows={4} />
      </OneField>
    </Section>
  );
}
