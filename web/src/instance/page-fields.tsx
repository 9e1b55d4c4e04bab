import { OneField } from '../ui/form-field.tsx';
import { Input, Textarea } from '../ui/text-input.tsx';
import { PagePreview } from './page-preview.tsx';
import { Section } from './section.tsx';
import type { SettingsForm } from './settings-form.ts';

const PAGES = [
  ['about', 'About', 'Replaces the About page.'],
  ['rules', 'Rules', 'At /rules. New members agree to them when they sign up.'],
  ['imprint', 'Imprint', 'At /imprint: who runs this instance, where the law asks for it.'],
  ['privacy', 'Privacy', 'At /privacy: what is stored about members, and why.'],
] as const;

/** The pages that the operator writes. */
export function PageFields({ form }: { form: SettingsForm }) {
  return (
    <Section title="Pages" about="Written in Markdown. A page without text does not exist.">
      {PAGES.map(([name, label, help]) => (
        <OneField key={name} form={form} name={name} label={label} span={6} isOptional help={help}>
          <Textarea {...form.register(name)} rows={5} />
          <PagePreview form={form} name={name} label={label} />
        </OneField>
      ))}
      <OneField
        form={form}
        name="contact"
        label="Contact"
        span={6}
        isOptional
        help="An e-mail address or an https address, shown with the imprint and in e-mails."
      >
        <Input {...form.register('contact')} autoComplete="off" />
      </OneField>
    </Section>
  );
}
