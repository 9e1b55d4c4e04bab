import { Box, Button, chakra, Field, Heading, Separator, Stack, Text } from '@chakra-ui/react';
import { fieldSlotRecipe } from '@chakra-ui/react/theme';
import type { User } from '@selvedge/shared/members/users';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { apiSend, messageOf } from '../lib/api.ts';
import { saveFile } from '../lib/save-file.ts';
import { isHosted } from '../lib/session/provider.ts';
import { useUser } from '../lib/session/use-session.ts';
import { ProblemNote } from '../ui/problem-note.tsx';
import { Input } from '../ui/text-input.tsx';
import { registerRecipes } from '../ui/theme/system.ts';
import { toast } from '../ui/toast.ts';
import { deleteAccount } from './delete-account.ts';
import { ProofCancelled } from './proof.ts';

registerRecipes({ slotRecipes: { field: fieldSlotRecipe } });

const FILE_NAME = 'data.zip';

async function saveData(): Promise<void> {
  const response = await apiSend('GET', '/api/auth/export');
  saveFile(await response.blob(), FILE_NAME);
}

function Download() {
  const [isPending, setPending] = useState(false);
  const save = async () => {
    setPending(true);
    try {
      await saveData();
    } catch (error) {
      toast.error('Error', messageOf(error, 'Failed to download your data'));
    } finally {
      setPending(false);
    }
  };
  return (
    <Box>
      <Heading as="h3" size="md">
        Your data
      </Heading>
      <Text textStyle="sm" color="fg.muted" mt="4" mb="4">
        A ZIP archive of your account, listings, WTBs, conversations and pictures.
      </Text>
      <Button variant="outline" disabled={isPending} onClick={() => void save()}>
        {isPending ? 'Preparing...' : 'Download My Data'}
      </Button>
    </Box>
  );
}

interface DeletionProps {
  user: User;
  onDeleted: () => void;
  onCancel: () => void;
}

function Deletion({ user, onDeleted, onCancel }: DeletionProps) {
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const needsPassword = user.hasPassword;
  const form = useRef<HTMLFormElement>(null);
  // The form opens below the fold of a phone.
  useEffect(() => void form.current?.scrollIntoView({ block: 'nearest' }), []);
  const isConfirmed = username.trim().toLowerCase() === user.username.toLowerCase();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setPending(true);
    try {
      await deleteAccount(needsPassword ? { username, password } : { username });
      onDeleted();
    } catch (error) {
      if (!(error instanceof ProofCancelled)) setProblem(messageOf(error, 'Failed to delete your account'));
      setPending(false);
    }
  };
  return (
    <chakra.form ref={form} onSubmit={(event) => void submit(event)} display="grid" gap="4">
      <Text textStyle="sm">
        Your listings, WTBs and pictures are deleted immediately. Messages you sent stay visible to the people
        you wrote to, as sent by a deleted user. This action cannot be undone.
        {isHosted ? ' Your account at the sign-in provider remains.' : null}
      </Text>
      <Field.Root required>
        <Field.Label>Type your username, {user.username}, to confirm</Field.Label>
        <Input
          autoComplete="off"
          autoCapitalize="none"
          value={username}
          onChange={(event) => setUsername(event.target.value)}
        />
      </Field.Root>
      {needsPassword ? (
        <Field.Root required>
          <Field.Label>Your password</Field.Label>
          <Input
            type="password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field.Root>
      ) : null}
      <ProblemNote text={problem} isPast={isPending} />
      <Stack direction="row" gap="3">
        <Button variant="outline" onClick={onCancel}>
          Keep My Account
        </Button>
        <Button type="submit" colorPalette="thread" disabled={!isConfirmed || isPending}>
          {isPending ? 'Deleting...' : 'Delete for Good'}
        </Button>
      </Stack>
    </chakra.form>
  );
}

/**
 * The download of the member's data, and the deletion of their account.
 * @param onDeleted the account was deleted, so this browser's copy of its data has to be deleted, too
 */
export function PersonalData({ onDeleted }: { onDeleted: () => void }) {
  const user = useUser();
  const [isDeleting, setDeleting] = useState(false);
  if (!user) return null;
  return (
    <Stack gap="8">
      <Download />
      <Separator />
      <Box>
        <Heading as="h3" size="md" mb="4">
          Delete your account
        </Heading>
        {isDeleting ? (
          <Deletion user={user} onDeleted={onDeleted} onCancel={() => setDeleting(false)} />
        ) : (
          <Button variant="outline" color="fg.error" onClick={() => setDeleting(true)}>
            Delete My Account
          </Button>
        )}
      </Box>
    </Stack>
  );
}
