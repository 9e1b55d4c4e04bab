import { Grid } from '@chakra-ui/react';
import { graphemes } from '@selvedge/shared/platform/format';
import { CATEGORIES, CONDITIONS, DESCRIPTION_MAX } from '@selvedge/shared/platform/limits';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { instance } from '../../lib/instance.ts';
import { Choice, MoneyField, OneField } from '../../ui/form-field.tsx';
import { Input, Textarea } from '../../ui/text-input.tsx';
import { DemandHint } from '../matching/demand-hint.tsx';
import { BrandField } from './brand-field.tsx';
import type { FormValues } from './draft.ts';

type Form = UseFormReturn<FormValues>;

/** The text fields of the listing form. */
export function ListingFieldset({ form, isPriced }: { form: Form; isPriced: boolean }) {
  const { description, title, brand, category, size } = useWatch({ control: form.control }) as FormValues;
  const length = `${graphemes(description).toLocaleString('en-US')} / ${DESCRIPTION_MAX.toLocaleString('en-US')}`;
  return (
    <Grid templateColumns="repeat(6, 1fr)" gap="5" mt="6">
      <OneField form={form} name="title" label="Title" span={6}>
        <Input {...form.register('title')} autoComplete="off" />
      </OneField>
      <OneField form={form} name="brand" label="Brand" span={3}>
        <BrandField form={form} />
      </OneField>
      <OneField form={form} name="category" label="Category" span={3}>
        <Choice form={form} name="category" options={CATEGORIES} />
      </OneField>
      <OneField form={form} name="size" label="Size" span={2}>
        <Input {...form.register('size')} autoComplete="off" />
      </OneField>
      <OneField form={form} name="condition" label="Condition" span={2}>
        <Choice form={form} name="condition" options={CONDITIONS} />
      </OneField>
      {isPriced ? (
        <OneField form={form} name="price" label={`Price (${instance.currency})`} span={2}>
          <MoneyField form={form} name="price" />
        </OneField>
      ) : null}
      {isPriced ? <DemandHint title={title} brand={brand} category={category} size={size} /> : null}
      <OneField form={form} name="description" label="Description" span={6} isOptional help={length}>
        <Textarea {...form.register('description')} rows={4} />
      </OneField>
    </Grid>
  );
}
