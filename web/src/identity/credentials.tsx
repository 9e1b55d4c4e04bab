import { Box, Button, chakra, Field, Flex, Input } from '@chakra-ui/react';
import { fieldSlotRecipe } from '@chakra-ui/react/theme';
import { type FormEvent, useState } from 'react';
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

interface CredentialsProps {
  /** A password is chosen, not only entered. */
  isNew: boolean;
  isPending: boolean;
  submitText: string;
  onSubmit: (email: string, password: string) => void;
}

/** E-mail and password. What is entered stays when the mode changes. */
export function Credentials({ isNew, isPending, submitText, onSubmit }: CredentialsProps) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit(email, password);
  };
  return (
    <chakra.form onSubmit={submit} display="grid" gap="5">
      <Field.Root required>
        <Field.Label>E-mail</Field.Label>
        <Input
          type="email"
          autoComplete="username"
          size="lg"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </Field.Root>
      <Field.Root required>
        <Field.Label>Password</Field.Label>
        <Input
          type="password"
          autoComplete={isNew ? 'new-password' : 'current-password'}
          minLength={isNew ? PASSWORD_MIN : undefined}
          maxLength={PASSWORD_MAX}
          size="lg"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        {isNew ? <StrengthHint password={password} /> : null}
      </Field.Root>
      <Button type="submit" size="lg" colorPalette="indigo" disabled={isPending}>
        {submitText}
      </Button>
    </chakra.form>
  );
}
