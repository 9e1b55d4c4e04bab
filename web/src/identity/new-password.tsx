import { Box, Button, chakra, Heading, Text } from '@chakra-ui/react';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { recoveryEnded } from '../lib/session/recovery.ts';
import { authClient } from '../lib/session/session.ts';
import { toast } from '../ui/toast.ts';
import { useTitle } from '../ui/use-title.ts';
import { good, NoticeBox } from './notice.tsx';
import { PasswordField } from './password-field.tsx';
import { ProofDialogHost } from './proof-dialog-host.tsx';
import { useAccountChange } from './use-account-change.ts';

const CHANGED = 'Your password was changed, and you were signed out everywhere else.';

/** Sets a new password after the link of a recovery mail has signed the member in. */
export function NewPassword() {
  const navigate = useNavigate();
  const [password, setPassword] = useState('');
  const { isPending, notice, change } = useAccountChange();
  useTitle('Set a new password');
  const leave = () => {
    recoveryEnded();
    void navigate('/', { replace: true });
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    await change({ password }, 'The password could not be changed.', () => {
      // Someone who knew the old password may have a session.
      void authClient().then((client) => client.signOut({ scope: 'others' }));
      toast.success(CHANGED);
      leave();
      return good(CHANGED);
    });
  };
  return (
    <Box maxW="412px" mx="auto" px="4" pt={{ base: '10', md: '20' }} pb="24">
      <Heading as="h1" size="3xl" mb="4">
        Set a new password
      </Heading>
      <Text color="fg.muted" mb="8">
        It replaces the old one and signs you out everywhere else.
      </Text>
      <NoticeBox notice={notice} />
      <chakra.form onSubmit={(event) => void submit(event)} display="grid" gap="5">
        <PasswordField label="New password" isNew size="lg" value={password} onChange={setPassword} />
        <Button type="submit" size="lg" colorPalette="indigo" disabled={isPending}>
          {isPending ? 'Changing...' : 'Set This Password'}
        </Button>
      </chakra.form>
      <Button variant="plain" size="sm" px="0" mt="6" textDecoration="underline" onClick={leave}>
        Keep the Old Password
      </Button>
      <ProofDialogHost />
    </Box>
  );
}
