import { Switch, Text } from '@chakra-ui/react';
import { switchSlotRecipe } from '@chakra-ui/react/theme';
import { registerRecipes } from './theme/system.ts';

registerRecipes({ slotRecipes: { switch: switchSlotRecipe } });

interface LabelledSwitchProps {
  label: string;
  help: string;
  isOn: boolean;
  isDisabled?: boolean;
  onChange: (isOn: boolean) => void;
}

/** A setting that is on or off, with its explanation. */
export function LabelledSwitch({ label, help, isOn, isDisabled = false, onChange }: LabelledSwitchProps) {
  return (
    <Switch.Root
      display="flex"
      justifyContent="space-between"
      alignItems="flex-start"
      gap="4"
      colorPalette="indigo"
      checked={isOn}
      disabled={isDisabled}
      onCheckedChange={({ checked }) => onChange(checked)}
    >
      <Switch.HiddenInput />
      <Switch.Label fontWeight="medium">
        {label}
        <Text as="span" display="block" mt="0.5" textStyle="sm" fontWeight="normal" color="fg.muted">
          {help}
        </Text>
      </Switch.Label>
      {/* The switch needs a visible edge when it is off. */}
      <Switch.Control
        flexShrink="0"
        mt="0.5"
        bg={{ base: 'border.emphasized', _checked: 'colorPalette.solid' }}
      />
    </Switch.Root>
  );
}
