import { Field, Grid, GridItem, Input, InputGroup, NativeSelect, Text, Textarea } from '@chakra-ui/react';
import { graphemes } from '@selvedge/shared/format';
import { CATEGORIES, CONDITIONS, DESCRIPTION_MAX } from '@selvedge/shared/limits';
import type { ReactNode } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { cleanPrice } from './clean-price.ts';
import type { FormValues } from './draft.ts';

type Form = UseFormReturn<FormValues>;

interface OneFieldProps {
  form: Form;
  name: keyof FormValues;
  label: string;
  /** Of six columns. */
  span: number;
  isOptional?: boolean;
  help?: string;
  children: ReactNode;
}

function OneField({ form, name, label, span, isOptional = false, help, children }: OneFieldProps) {
  const error = form.formState.errors[name]?.message;
  return (
    <GridItem colSpan={{ base: 6, md: span }}>
      <Field.Root invalid={error !== undefined} required={!isOptional}>
        <Field.Label>
          {label}
          {isOptional ? (
            <Text as="span" color="fg.subtle" fontWeight="normal">
              Optional
            </Text>
          ) : null}
        </Field.Label>
        {children}
        {help ? <Field.HelperText>{help}</Field.HelperText> : null}
        <Field.ErrorText>{error}</Field.ErrorText>
      </Field.Root>
    </GridItem>
  );
}

function Choice({ form, name, options }: { form: Form; name: keyof FormValues; options: readonly string[] }) {
  return (
    <NativeSelect.Root>
      <NativeSelect.Field {...form.register(name)} placeholder="Choose">
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </NativeSelect.Field>
      <NativeSelect.Indicator />
    </NativeSelect.Root>
  );
}

/** The typed part of the listing form. */
export function ListingFieldset({ form }: { form: Form }) {
  const description = useWatch({ control: form.control, name: 'description' });
  const length = `${graphemes(description).toLocaleString('en-US')} / ${DESCRIPTION_MAX.toLocaleString('en-US')}`;
  return (
    <Grid templateColumns="repeat(6, 1fr)" gap="5" mt="6">
      <OneField form={form} name="title" label="Title" span={6}>
        <Input {...form.register('title')} autoComplete="off" />
      </OneField>
      <OneField form={form} name="brand" label="Brand" span={3}>
        <Input {...form.register('brand')} autoComplete="off" />
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
      <OneField form={form} name="price" label="Price (USD)" span={2}>
        <InputGroup startElement="$">
          <Input
            {...form.register('price', {
              onChange: (event: { target: HTMLInputElement }) => {
                event.target.value = cleanPrice(event.target.value);
              },
            })}
            inputMode="decimal"
            autoComplete="off"
          />
        </InputGroup>
      </OneField>
      <OneField form={form} name="description" label="Description" span={6} isOptional help={length}>
        <Textarea {...form.register('description')} rows={4} />
      </OneField>
    </Grid>
  );
}
