import { Grid } from '@chakra-ui/react';
import { graphemes } from '@selvedge/shared/platform/format';
import { DESCRIPTION_MAX } from '@selvedge/shared/platform/limits';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { instance } from '../../lib/instance.ts';
import { MoneyField, OneField } from '../../ui/form-field.tsx';
import { Input, Textarea } from '../../ui/text-input.tsx';
import type { FormValues } from './draft.ts';

/** The fields of a WTB. */
export function WantedFieldset({ form }: { form: UseFormReturn<FormValues> }) {
  const description = useWatch({ control: form.control, name: 'description' });
  const length = `${graphemes(description).toLocaleString('en-US')} / ${DESCRIPTION_MAX.toLocaleString('en-US')}`;
  return (
    <Grid templateColumns="repeat(6, 1fr)" gap="5">
      <OneField form={form} name="title" label="What are you looking for?" span={6}>
        <Input {...form.register('title')} autoComplete="off" />
      </OneField>
      <OneField form={form} name="brand" label="Brand" span={6}>
        <Input {...form.register('brand')} autoComplete="off" />
      </OneField>
      <OneField form={form} name="size" label="Size" span={3}>
        <Input {...form.register('size')} autoComplete="off" />
      </OneField>
      <OneField form={form} name="maxPrice" label={`Maximum Budget (${instance.currency})`} span={3}>
        <MoneyField form={form} name="maxPrice" />
      </OneField>
      <OneField form={form} name="description" label="Additional Details" span={6} isOptional help={length}>
        <Textarea {...form.register('description')} rows={4} />
      </OneField>
    </Grid>
  );
}
