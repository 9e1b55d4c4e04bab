import { Field, NativeSelect } from '@chakra-ui/react';
import { fieldSlotRecipe, nativeSelectSlotRecipe } from '@chakra-ui/react/theme';
import type { AlertMode } from '@selvedge/shared/items/saved-searches';
import { withSlotEdge } from '../../ui/field-edge.ts';
import { registerRecipes } from '../../ui/theme/system.ts';

registerRecipes({
  slotRecipes: { field: fieldSlotRecipe, nativeSelect: withSlotEdge(nativeSelectSlotRecipe, 'field') },
});

const MODES: readonly (readonly [AlertMode, string])[] = [
  ['instant', 'At once'],
  ['daily', 'Once a day'],
  ['off', 'Never'],
];

interface AlertsFieldProps {
  value: AlertMode;
  /** Names the search, where there are several of these. */
  of?: string;
  onChange: (mode: AlertMode) => void;
}

/** When a member is told of what a search finds. */
export function AlertsField({ value, of, onChange }: AlertsFieldProps) {
  return (
    <Field.Root w={of ? 'auto' : 'full'}>
      <Field.Label srOnly={of !== undefined}>{of ? `Alerts for ${of}` : 'Tell me'}</Field.Label>
      <NativeSelect.Root size="md" minW="36">
        <NativeSelect.Field
          minH="11"
          value={value}
          // The options are the modes.
          onChange={({ target }) => onChange(target.value as AlertMode)}
        >
          {MODES.map(([mode, text]) => (
            <option key={mode} value={mode}>
              {text}
            </option>
          ))}
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
    </Field.Root>
  );
}
