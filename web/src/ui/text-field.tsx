import { Field } from '@chakra-ui/react';
import { fieldSlotRecipe, textareaRecipe } from '@chakra-ui/react/theme';
import type { ReactNode } from 'react';
import { withFieldEdge } from './field-edge.ts';
import { FieldLabel } from './field-label.tsx';
import { Textarea } from './text-input.tsx';
import { registerRecipes } from './theme/system.ts';

registerRecipes({
  recipes: { textarea: withFieldEdge(textareaRecipe) },
  slotRecipes: { field: fieldSlotRecipe },
});

interface TextFieldProps {
  label: string;
  isOptional?: boolean;
  isInvalid?: boolean;
  maxLength?: number;
  text: string;
  onChange: (text: string) => void;
  /** Its help and error. */
  children?: ReactNode;
}

/** A labeled field of a dialog for several lines of text. */
export function TextField(props: TextFieldProps) {
  const { label, isOptional = false, isInvalid = false, maxLength, text, onChange, children } = props;
  return (
    <Field.Root invalid={isInvalid} required={!isOptional}>
      <FieldLabel text={label} isOptional={isOptional} />
      <Textarea
        rows={4}
        maxLength={maxLength}
        value={text}
        onChange={({ target }) => onChange(target.value)}
      />
      {children}
    </Field.Root>
  );
}
