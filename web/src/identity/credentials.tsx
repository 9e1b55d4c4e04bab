import { Button, chakra, Field } from '@chakra-ui/react';
import { fieldSlotRecipe } from '@chakra-ui/react/theme';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Input } from '../ui/text-input.tsx';
import { registerRecipes } from '../ui/theme/system.ts';
import { PasswordField } from './password-field.tsx';

registerRecipes({ slotRecipes: { field: fieldSlotRecipe } });

interface CredentialsProps {
  email: string;
  onEmailChange: (email: string) => void;
  /** Whether a new password is chosen instead of entering the current one. */
  isNew: boolean;
  isPending: boolean;
  submitText: string;
  /** Whether the browser offers passkeys in the e-mail field's autofill. */
  offersPasskeys: boolean;
  onSubmit: (password: string) => void;
  /** What else a newcomer fills in. */
  children?: ReactNode;
}

/** Fields for e-mail and password. Their values survive a change of the mode. */
export function Credentials({
  email,
  onEmailChange,
  isNew,
  isPending,
  submitText,
  offersPasskeys,
  onSubmit,
  children,
}: CredentialsProps) {
  const [password, setPassword] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit(password);
  };
  return (
    <chakra.form onSubmit={submit} display="grid" gap="5">
      <Field.Root required>
        <Field.Label>E-mail</Field.Label>
        <Input
          type="email"
          autoComplete={offersPasskeys ? 'username webauthn' : 'username'}
          size="lg"
          value={email}
          onChange={(event) => onEmailChange(event.target.value)}
        />
      </Field.Root>
      <PasswordField label="Password" isNew={isNew} size="lg" value={password} onChange={setPassword} />
      {children}
      <Button type="submit" size="lg" colorPalette="indigo" disabled={isPending}>
        {submitText}
      </Button>
    </chakra.form>
  );
}
