import { Button, chakra, Field, Heading, Text } from '@chakra-ui/react';
import { fieldSlotRecipe } from '@chakra-ui/react/theme';
import type { User } from '@selvedge/shared/members/users';
import { type FormEvent, useState } from 'react';
import { Input } from '../ui/text-input.tsx';
import { registerRecipes } from '../ui/theme/system.ts';
import { good, NoticeBox } from './notice.tsx';
import { useAccountChange } from './use-account-change.ts';

registerRecipes({ slotRecipes: { field: fieldSlotRecipe } });

const CHANGED = 'Your e-mail address was changed.';
const MAILED =
  "We sent a link to your current address. Once you open it, we'll send another to your new address.";

/** Changes the e-mail address used to sign in. */
export function ChangeEmail({ user }: { user: Pick<User, 'email'> }) {
  const [email, setEmail] = useState('');
  const { isPending, notice, change } = useAccountChange();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void change({ email }, 'The e-mail address could not be changed.', (account) => {
      setEmail('');
      return good(account.email?.toLowerCase() === email.trim().toLowerCase() ? CHANGED : MAILED);
    });
  };
  return (
    <chakra.form onSubmit={submit} display="grid" gap="4" justifyItems="start">
      <Heading as="h3" size="md">
        E-mail
      </Heading>
      <Text textStyle="sm" color="fg.muted" overflowWrap="anywhere">
        You sign in with {user.email}.
      </Text>
      <NoticeBox notice={notice} />
      <Field.Root required>
        <Field.Label>New e-mail</Field.Label>
        <Input
          type="email"
          autoComplete="email"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </Field.Root>
      <Button type="submit" variant="outline" disabled={isPending}>
        {isPending ? 'Changing...' : 'Change E-mail'}
      </Button>
    </chakra.form>
  );
}
