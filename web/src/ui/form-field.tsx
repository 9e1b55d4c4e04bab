import { Field, GridItem, Input, InputGroup, NativeSelect } from '@chakra-ui/react';
import { fieldSlotRecipe, nativeSelectSlotRecipe, textareaRecipe } from '@chakra-ui/react/theme';
import type { ChangeEvent, KeyboardEvent, ReactNode } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { cleanPrice, wholePrice } from './clean-price.ts';
import { currencyPrefix } from './currency-prefix.ts';
import { withFieldEdge, withSlotEdge } from './field-edge.ts';
import { FieldLabel } from './field-label.tsx';
import { registerRecipes } from './theme/system.ts';

registerRecipes({
  recipes: { textarea: withFieldEdge(textareaRecipe) },
  slotRecipes: { field: fieldSlotRecipe, nativeSelect: withSlotEdge(nativeSelectSlotRecipe, 'field') },
});

interface OneFieldProps<V extends FieldValues> {
  form: UseFormReturn<V>;
  name: Path<V>;
  label: string;
  /** How many of the six columns it spans. */
  span: number;
  isOptional?: boolean;
  help?: string;
  children: ReactNode;
}

/** A labeled field of a six-column form, with its error. */
export function OneField<V extends FieldValues>(props: OneFieldProps<V>) {
  const { form, name, label, span, isOptional = false, help, children } = props;
  const { error } = form.getFieldState(name, form.formState);
  return (
    <GridItem colSpan={{ base: 6, md: span }}>
      <Field.Root invalid={error !== undefined} required={!isOptional}>
        <FieldLabel text={label} isOptional={isOptional} />
        {children}
        {help ? <Field.HelperText>{help}</Field.HelperText> : null}
        <Field.ErrorText>{error?.message}</Field.ErrorText>
      </Field.Root>
    </GridItem>
  );
}

interface InputProps<V extends FieldValues> {
  form: UseFormReturn<V>;
  name: Path<V>;
}

export function Choice<V extends FieldValues>({
  form,
  name,
  options,
}: InputProps<V> & { options: readonly string[] }) {
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

/** Keys that number fields accept but amounts of money do not contain. */
const REJECTED_KEYS = ['e', 'E', '+', '-'];

/** An amount in the instance's currency: invalid characters cannot be typed, and pasted text is cleaned. */
export function MoneyInput<V extends FieldValues>({ form, name }: InputProps<V>) {
  const field = form.register(name, { setValueAs: wholePrice });
  const onChange = (event: ChangeEvent<HTMLInputElement>) => {
    // Cleans the text before the form reads it: otherwise the form's value would differ from the text shown.
    event.target.value = cleanPrice(event.target.value, form.getValues(name));
    void field.onChange(event);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (REJECTED_KEYS.includes(event.key) && !event.ctrlKey && !event.metaKey) event.preventDefault();
  };
  return (
    <InputGroup {...currencyPrefix()}>
      <Input {...field} onChange={onChange} onKeyDown={onKeyDown} inputMode="decimal" autoComplete="off" />
    </InputGroup>
  );
}
