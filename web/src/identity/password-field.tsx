import { Box, Field, Flex } from '@chakra-ui/react';
import { fieldSlotRecipe } from '@chakra-ui/react/theme';
import type { RefObject } from 'react';
import { Input } from '../ui/text-input.tsx';
import { registerRecipes } from '../ui/theme/system.ts';
import { PASSWORD_MIN, passwordStrength } from './password-strength.ts';

registerRecipes({ slotRecipes: { field: fieldSlotRecipe } });

const PASSWORD_MAX = 128;
const LEVELS = [1, 2, 3] as const;

function StrengthHint({ password }: { password: string }) {
  const { level, hint } = passwordStrength(password);
  return (
    <Box w="full">
      <Flex gap="1" my="1" aria-hidden="true">
        {LEVELS.map((step) => (
          <Box
            key={step}
            flex="1"
            h="3px"
            bg={step > level ? 'bg.emphasized' : level === 1 ? 'thread.500' : 'moss.500'}
          />
        ))}
      </Flex>
      <Field.HelperText aria-live="polite">{hint}</Field.HelperText>
    </Box>
  );
}

interface PasswordFieldProps {
  label: string;
  /** Whether a new password is chosen instead of entering the current one. */
  isNew: boolean;
  isOptional?: boolean;
  size?: 'md' | 'lg';
  /** Set for the field that gets the focus when a dialog opens. */
  inputRef?: RefObject<HTMLInputElement | null>;
  value: string;
  onChange: (value: string) => void;
}

export function PasswordField({
  label,
  isNew,
  isOptional = false,
  size = 'md',
  inputRef,
  value,
  onChange,
}: PasswordFieldProps) {
  return (
    <Field.Root required={!isOptional}>
      <Field.Label>{label}</Field.Label>
      <Input
        ref={inputRef}
        data-autofocus={inputRef ? true : undefined}
        type="password"
        autoComplete={isNew ? 'new-password' : 'current-password'}
        minLength={isNew ? PASSWORD_MIN : undefined}
        maxLength={PASSWORD_MAX}
        size={size}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {isNew ? <StrengthHint password={value} /> : null}
    </Field.Root>
  );
}
