import { Field } from '@chakra-ui/react';
import { fieldSlotRecipe } from '@chakra-ui/react/theme';
import {
  nextUsernameChange,
  USERNAME_RULES,
  usernameProblem,
  usernameWait,
} from '@selvedge/shared/members/usernames';
import type { User } from '@selvedge/shared/members/users';
import { instance } from '../lib/instance.ts';
import { Input } from '../ui/text-input.tsx';
import { registerRecipes } from '../ui/theme/system.ts';

registerRecipes({ slotRecipes: { field: fieldSlotRecipe } });

/** Why this name is not allowed, as far as the client can tell. */
export function problemOf(name: string, { username, usernameLastChanged }: User): string | null {
  const now = new Date();
  const next = nextUsernameChange(usernameLastChanged === null ? null : new Date(usernameLastChanged), now);
  return usernameProblem(name, username, instance.name) ?? (next && usernameWait(next, now));
}

interface UsernameFieldProps {
  name: string;
  problem: string | null;
  onChange: (name: string) => void;
}

/** The field for a new username. */
export function UsernameField({ name, problem, onChange }: UsernameFieldProps) {
  return (
    <Field.Root invalid={problem !== null}>
      <Field.Label>Username</Field.Label>
      <Input
        autoFocus
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={name}
        onChange={({ target }) => onChange(target.value)}
      />
      {problem ? null : <Field.HelperText>{USERNAME_RULES}</Field.HelperText>}
      <Field.ErrorText>{problem}</Field.ErrorText>
    </Field.Root>
  );
}
