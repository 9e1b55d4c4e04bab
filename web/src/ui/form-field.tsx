import { Field, GridItem, NativeSelect } from '@chakra-ui/react';
import { fieldSlotRecipe, nativeSelectSlotRecipe, textareaRecipe } from '@chakra-ui/react/theme';
import type { ReactNode } from 'react';
import { type FieldValues, type Path, type UseFormReturn, useController } from 'react-hook-form';
import { withFieldEdge, withSlotEdge } from './field-edge.ts';
import { FieldLabel } from './field-label.tsx';
import { PrefixedMoneyInput } from './prefixed-money-input.tsx';
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

/** An amount in the instance's currency. */
export function MoneyField<V extends FieldValues>({ form, name }: InputProps<V>) {
  const { field } = useController({ control: form.control, name });
  const { onChange, ...rest } = field;
  return <PrefixedMoneyInput {...rest} onValue={onChange} />;
}
