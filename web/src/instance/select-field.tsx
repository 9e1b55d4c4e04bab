import { NativeSelect } from '@chakra-ui/react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { OneField } from '../ui/form-field.tsx';

export type Options = readonly (readonly [value: string, text: string])[];

interface SelectFieldProps<V extends FieldValues> {
  form: UseFormReturn<V>;
  name: FieldPath<V>;
  label: string;
  options: Options;
}

/** A setting with a choice of known values. */
export function SelectField<V extends FieldValues>({ form, name, label, options }: SelectFieldProps<V>) {
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
