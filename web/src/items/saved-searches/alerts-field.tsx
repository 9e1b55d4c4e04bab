import type { AlertMode } from '@selvedge/shared/items/saved-searches';
import { ChoiceField } from '../../ui/choice-field.tsx';

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

/** When a member is alerted to what a search finds. */
export function AlertsField({ value, of, onChange }: AlertsFieldProps) {
  return (
    <ChoiceField
      label={of ? `Alerts for ${of}` : 'Tell me'}
      isCompact={of !== undefined}
      options={MODES}
      value={value}
      onChange={onChange}
    />
  );
}
