import { chakra, Flex } from '@chakra-ui/react';
import { INSTANCE_PICTURES, type InstancePicture } from '@selvedge/shared/instance/instance-pictures';
import { THEME_ACCENT } from '@selvedge/shared/platform/theme-accent';
import { useWatch } from 'react-hook-form';
import { OneField } from '../ui/form-field.tsx';
import { Input } from '../ui/text-input.tsx';
import { LookPreview } from './look-preview.tsx';
import { PictureField } from './picture-field.tsx';
import { Section } from './section.tsx';
import type { SettingsForm } from './settings-form.ts';

const HEX = /^#[\da-f]{6}$/i;

const Swatch = chakra('input', {
  base: {
    boxSize: '10',
    p: '1',
    flexShrink: '0',
    borderWidth: '1px',
    borderColor: 'border.emphasized',
    borderRadius: 'l2',
    bg: 'bg',
    cursor: 'pointer',
    focusVisibleRing: 'outside',
  },
});

interface LookFieldsProps {
  form: SettingsForm;
  /** The addresses of the stored pictures; empty for none. */
  pictures: Record<InstancePicture, string>;
  onPicture: (picture: InstancePicture, address: string) => void;
}

/** The name and the look of the instance, with a preview of what is typed. */
export function LookFields({ form, pictures, onPicture }: LookFieldsProps) {
  const [name, tagline, accent] = useWatch({ control: form.control, name: ['name', 'tagline', 'accent'] });
  const color = HEX.test(accent) ? accent : THEME_ACCENT;
  const pick = (value: string) => form.setValue('accent', value, { shouldDirty: true, shouldValidate: true });
  return (
    <Section title="Name and look" about="What visitors see first, in the page's head and in every e-mail.">
      <OneField form={form} name="name" label="Name" span={3}>
        <Input {...form.register('name')} autoComplete="off" />
      </OneField>
      <OneField form={form} name="tagline" label="Tagline" span={3} isOptional>
        <Input {...form.register('tagline')} autoComplete="off" />
      </OneField>
      <OneField
        form={form}
        name="accent"
        label="Accent color"
        span={3}
        isOptional
        help="For buttons and links, like #1f2d47. Empty: the theme's."
      >
        <Flex gap="2" w="full">
          <Swatch
            type="color"
            aria-label="Choose the accent color"
            value={color}
            onChange={({ target }) => pick(target.value)}
          />
          <Input
            {...form.register('accent')}
            autoComplete="off"
            spellCheck={false}
            placeholder={THEME_ACCENT}
          />
        </Flex>
      </OneField>
      <LookPreview name={name} tagline={tagline} accent={color} logo={pictures.logo} onPick={pick} />
      {INSTANCE_PICTURES.map((picture) => (
        <PictureField
          key={picture}
          picture={picture}
          address={pictures[picture]}
          onChange={(address) => onPicture(picture, address)}
        />
      ))}
    </Section>
  );
}
