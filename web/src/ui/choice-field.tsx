import { Field, NativeSelect } from '@chakra-ui/react';
import { fieldSlotRecipe, nativeSelectSlotRecipe } from '@chakra-ui/react/theme';
import { withSlotEdge } from './field-edge.ts';
import { registerRecipes } from './theme/system.ts';

registerRecipes({
  slotRecipes: { field: fieldSlotRecipe, nativeSelect: withSlotEdge(nativeSelectSlotRecipe, 'field') },
});

interface ChoiceFieldProps<V extends string> {
  label: string;
  /** The label is for screen readers only, and the field as wide as its options. */
  isCompact?: boolean;
  options: readonly (readonly [value: V, text: string])[];
  value: V;
  onChange: (value: V) => void;
}

/** A choice of one of a few options. */
export function ChoiceField<V extends string>({
  label,
  isCompact = false,
  options,
  value,
  onChange,
}: ChoiceFieldProps<V>) {
  return (
    <Field.Root w={isCompact ? 'auto' : 'full'}>
      <Field.Label className={isCompact ? 'sr' : undefined}>{label}</Field.Label>
      <NativeSelect.Root size="md" minW="36">
        <NativeSelect.Field
          minH="11"
          value={value}
          // The values of the options are the only ones.
          onChange={({ target }) => onChange(target.value as V)}
        >
          {options.map(([option, text]) => (
            <option key={option} value={option}>
              {text}
            </option>
          ))}
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
    </Field.Root>
  );
}
