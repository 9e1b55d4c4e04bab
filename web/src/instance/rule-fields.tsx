import { CURRENCIES, ZONES } from './choices.ts';
import { Section } from './section.tsx';
import { type Options, SelectField } from './select-field.tsx';
import type { SettingsForm } from './settings-form.ts';

const SIGN_UP: Options = [
  ['open', 'Everyone'],
  ['invite', 'With an invitation'],
  ['closed', 'No one'],
];

/** Money, time, and who may join. */
export function RuleFields({ form }: { form: SettingsForm }) {
  return (
    <Section title="Trading and sign-up" about="The currency cannot be changed here once there are prices.">
      <SelectField form={form} name="currency" label="Currency" options={CURRENCIES} />
      <SelectField form={form} name="timeZone" label="Time zone" options={ZONES} />
      <SelectField form={form} name="signUp" label="Who can sign up" options={SIGN_UP} />
    </Section>
  );
}
