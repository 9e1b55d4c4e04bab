import { Button, Dialog, Text } from '@chakra-ui/react';
import type { User, UsernameChanged } from '@selvedge/shared/members/users';
import { type FormEvent, useState } from 'react';
import { api, apiSend, messageOf } from '../lib/api.ts';
import { queryClient } from '../lib/query-client.ts';
import { refreshUser, session, userReceived } from '../lib/session/session.ts';
import { DialogFrame } from '../ui/dialog.tsx';
import { problemOf, UsernameField } from './username-field.tsx';

const PATH = '/api/auth/user';

/** Confirms the generated username. A refusal may mean that another tab was faster; after any other, the next page asks again. */
function keep({ isUsernameGenerated: _, ...user }: User): void {
  void apiSend('PATCH', PATH, { username: user.username }).catch(() => refreshUser().catch(() => undefined));
  userReceived(user);
}

async function change({ isUsernameGenerated: _, ...user }: User, username: string): Promise<void> {
  const { username_last_changed } = await api<UsernameChanged>('PATCH', PATH, { username });
  userReceived({ ...user, username, usernameLastChanged: username_last_changed });
  void queryClient.invalidateQueries();
}

interface UsernameDialogProps {
  user: User;
  onAnswer: (isAnswered: boolean) => void;
}

/** Asks a new member for a username before anything of theirs is seen. */
export default function UsernameDialog({ user, onAnswer }: UsernameDialogProps) {
  const [name, setName] = useState(user.username);
  const [problem, setProblem] = useState<string | null>(null);
  const [isPending, setPending] = useState(false);
  const onKeep = () => {
    keep(user);
    onAnswer(true);
  };
  const onSave = async (event: FormEvent) => {
    event.preventDefault();
    const username = name.trim();
    if (username === user.username) return onKeep();
    const found = problemOf(username, user);
    setProblem(found);
    if (found) return;
    setPending(true);
    try {
      await change(user, username);
      onAnswer(true);
    } catch (error) {
      // It may be saved although the response was lost, or another tab was faster.
      await refreshUser().catch(() => undefined);
      if (!session.getState().user?.isUsernameGenerated) return onAnswer(true);
      setProblem(messageOf(error, 'Failed to update username'));
      setPending(false);
    }
  };
  return (
    <DialogFrame size="form" onClose={() => onAnswer(false)}>
      <form style={{ display: 'contents' }} noValidate onSubmit={(event) => void onSave(event)}>
        <Dialog.Header borderBottomWidth="1px" pb="4">
          <Dialog.Title>Choose a Username</Dialog.Title>
        </Dialog.Header>
        <Dialog.Body pt="5" pb="6">
          <Text textStyle="sm" color="fg.muted" mb="5">
            Other members see it next to what you post and write. You can change it later in the settings.
          </Text>
          <UsernameField name={name} problem={problem} onChange={setName} />
        </Dialog.Body>
        <Dialog.Footer borderTopWidth="1px" pt="4">
          <Button type="button" variant="outline" disabled={isPending} onClick={() => onAnswer(false)}>
            Cancel
          </Button>
          <Button type="button" variant="outline" disabled={isPending} onClick={onKeep}>
            Keep
          </Button>
          <Button type="submit" colorPalette="indigo" disabled={isPending}>
            {isPending ? 'Saving...' : 'Save'}
          </Button>
        </Dialog.Footer>
      </form>
    </DialogFrame>
  );
}
