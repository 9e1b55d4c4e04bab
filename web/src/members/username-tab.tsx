import { Button, chakra, Flex, Text } from '@chakra-ui/react';
import { USERNAME_RULES } from '@selvedge/shared/members/usernames';
import type { User } from '@selvedge/shared/members/users';
import { type FormEvent, useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { apiSend, messageOf } from '../lib/api.ts';
import { queryClient } from '../lib/query-client.ts';
import { refreshUser, session } from '../lib/session/session.ts';
import { openDraft } from '../lib/session/use-form-draft.ts';
import { toast } from '../ui/toast.ts';
import { type SettingsTabProps, usernameDraft } from './settings-tab.ts';
import { problemOf, UsernameField } from './username-field.tsx';

const UPDATED = 'Username updated successfully! Redirecting to your new profile...';

function EditUsername({
  user,
  onSaved,
  onCancel,
}: {
  user: User;
  onSaved: () => void;
  onCancel: () => void;
}) {
  const [draft] = useState(() => usernameDraft(user.id));
  const [name, setName] = useState(() => draft.load() ?? user.username);
  useEffect(() => openDraft(draft, true), [draft]);
  const [problem, setProblem] = useState<string | null>(null);
  const [isPending, setPending] = useState(false);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const username = name.trim();
    const found = problemOf(username, user);
    setProblem(found);
    if (found) return;
    setPending(true);
    try {
      await apiSend('PATCH', '/api/auth/user', { username });
      await refreshUser();
      onSaved();
    } catch (error) {
      const failure = messageOf(error, 'Failed to update username');
      setProblem(failure);
      toast.error('Error', failure);
      setPending(false);
    }
  };
  return (
    <chakra.form onSubmit={(event) => void save(event)} noValidate display="grid" gap="4">
      <UsernameField
        name={name}
        problem={problem}
        onChange={(typed) => {
          setName(typed);
          draft.save(typed);
        }}
      />
      <Flex gap="3">
        <Button type="button" variant="outline" onClick={onCancel} disabled={isPending}>
          Cancel
        </Button>
        <Button type="submit" colorPalette="indigo" disabled={isPending}>
          {isPending ? 'Saving...' : 'Save'}
        </Button>
      </Flex>
    </chakra.form>
  );
}

/** The settings tab for the username. */
export function UsernameTab({ user, onClose }: SettingsTabProps) {
  const navigate = useNavigate();
  const [isEditing, setEditing] = useState(() => usernameDraft(user.id).load() !== null);
  const saved = () => {
    setEditing(false);
    onClose();
    toast.success(UPDATED);
    const username = session.getState().user?.username ?? user.username;
    void navigate(`/profile/${username}`, { replace: true });
    // The name is on cards, threads and pages, so all queries are refetched.
    void queryClient.invalidateQueries();
  };
  if (isEditing) return <EditUsername user={user} onSaved={saved} onCancel={() => setEditing(false)} />;
  return (
    <>
      <Flex align="center" justify="space-between" gap="4" mb="4">
        <Flex direction="column" minW="0">
          <Text textStyle="xs" color="fg.subtle">
            Username
          </Text>
          <Text fontWeight="semibold" truncate>
            {user.username}
          </Text>
        </Flex>
        <Button variant="outline" onClick={() => setEditing(true)}>
          Edit
        </Button>
      </Flex>
      <Text textStyle="sm" color="fg.muted">
        {USERNAME_RULES} Your old username redirects to your profile for 30 days.
      </Text>
    </>
  );
}
