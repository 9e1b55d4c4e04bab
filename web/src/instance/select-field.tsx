import { NativeSelect } from '@chakra-ui/react';
import type { InstanceSettings } from '@selvedge/shared/instance-settings';
import type { FieldPath } from 'react-hook-form';
import { OneField } from '../ui/form-field.tsx';
import type { SettingsForm } from './settings-form.ts';

export type Options = readonly (readonly [value: string, text: string])[];

interface SelectFieldProps {
  form: SettingsForm;
  name: FieldPath<InstanceSettings>;
  label: string;
  options: Options;
}

/** A setting with a choice of known values. */
export function SelectField({ form, name, label, options }: SelectFieldProps) {
  const chosen = String(form.getValues(name));
  // This browser may not know a currency or a time zone that the server does.
  const shown = options.some(([value]) => value === chosen)
    ? options
    : [[chosen, chosen] as const, ...options];
  return (
    <OneField form={form} name={name} label={label} span={3}>
      <NativeSelect.Root>
        <NativeSelect.Field {...form.register(name)}>
          {shown.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
    </OneField>
  );
}
