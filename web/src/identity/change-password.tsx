import { Button, chakra, Heading } from '@chakra-ui/react';
import type { User } from '@selvedge/shared/members/users';
import { type FormEvent, useState } from 'react';
import { isHosted } from '../lib/session/provider.ts';
import { good, NoticeBox } from './notice.tsx';
import { PasswordField } from './password-field.tsx';
import { useAccountChange } from './use-account-change.ts';

const CHANGED = 'Your password was changed, and you were signed out everywhere else.';

/** Changes the password. Members who signed up with Discord may have none yet. */
export function ChangePassword({ user }: { user: Pick<User, 'authProvider' | 'hasPassword'> }) {
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const { isPending, notice, change } = useAccountChange();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const attributes = current === '' ? { password } : { password, current_password: current };
    void change(attributes, 'The password could not be changed.', () => {
      setCurrent('');
      setPassword('');
      return good(CHANGED);
    });
  };
  return (
    <chakra.form onSubmit={submit} display="grid" gap="4" justifyItems="start">
      <Heading as="h3" size="md">
        Password
      </Heading>
      <NoticeBox notice={notice} />
      <PasswordField
        label="Current password"
        isNew={false}
        isOptional={isHosted ? user.authProvider === 'discord' : !user.hasPassword}
        value={current}
        onChange={setCurrent}
      />
      <PasswordField label="New password" isNew value={password} onChange={setPassword} />
      <Button type="submit" variant="outline" disabled={isPending}>
        {isPending ? 'Changing...' : 'Change Password'}
      </Button>
    </chakra.form>
  );
}
