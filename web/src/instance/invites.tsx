import { Button, Flex, GridItem, Stack, Text } from '@chakra-ui/react';
import type { CreatedInvite, Invite } from '@selvedge/shared/instance/invites';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { apiSend } from '../lib/api.ts';
import { dayText } from '../lib/day.ts';
import { queryClient } from '../lib/query-client.ts';
import { usePages } from '../lib/use-pages.ts';
import { Failure } from '../ui/failure.tsx';
import { ListEnd } from '../ui/list-end.tsx';
import { Loading } from '../ui/loading.tsx';
import { showFailure } from '../ui/show-failure.ts';
import { ShownOnce } from '../ui/shown-once.tsx';
import { toast } from '../ui/toast.ts';
import { INVITES_PATH, InviteForm } from './invite-form.tsx';
import { Section } from './section.tsx';

const KEY = [INVITES_PATH];
// Sign-ups change the list, and no live event tells of them.
queryClient.setQueryDefaults(KEY, { staleTime: 0 });

const STATES: Record<Invite['state'], (until: string) => string> = {
  open: (until) => `Until ${until}`,
  used: () => 'Used up',
  expired: (until) => `Expired ${until}`,
  revoked: () => 'Revoked',
};

function Row({ invite, onRevoke }: { invite: Invite; onRevoke: () => void }) {
  const { note, used, uses, state, admin, expiresAt } = invite;
  return (
    <Flex as="li" align="center" justify="space-between" gap="4" borderBottomWidth="1px" pb="3">
      <Text textStyle="sm" overflowWrap="anywhere">
        {note || 'No note'}
        <Text as="span" color="fg.muted">
          {' '}
          · {used} of {uses} used · {STATES[state](dayText(expiresAt))} · by{' '}
          {admin?.username ?? 'the operator'}
        </Text>
      </Text>
      {state === 'open' ? (
        <Button variant="outline" minH="11" flexShrink="0" onClick={onRevoke}>
          Revoke<span className="sr"> {note || 'this invitation'}</span>
        </Button>
      ) : null}
    </Flex>
  );
}

/** Invitations: making one, and those that were made. */
export function Invites() {
  const queries = useQueryClient();
  const { items, error, retry, ...pages } = usePages<Invite>(KEY, INVITES_PATH);
  const [created, setCreated] = useState<CreatedInvite | null>(null);
  const refetch = () => queries.invalidateQueries({ queryKey: KEY });
  const revoke = async ({ id }: Invite) => {
    try {
      await apiSend('DELETE', `${INVITES_PATH}/${id}`);
      toast.success('The invitation was revoked.');
      if (created?.id === id) setCreated(null);
    } catch (failure) {
      showFailure(failure, 'The invitation could not be revoked. Please try again.');
    }
    await refetch();
  };
  return (
    <Section title="Invitations" about="Links to sign up while sign-up needs an invitation.">
      <InviteForm onCreated={setCreated} onSettled={() => void refetch()} />
      {created ? (
        <GridItem colSpan={6}>
          <ShownOnce key={created.id} what="link" value={created.link} />
        </GridItem>
      ) : null}
      <Stack as="ul" gridColumn="1 / -1" gap="3" aria-label="Invitations">
        {error ? (
          <Failure text="The invitations could not be loaded." retry={retry} />
        ) : items ? (
          items.map((invite) => <Row key={invite.id} invite={invite} onRevoke={() => void revoke(invite)} />)
        ) : (
          <Loading />
        )}
      </Stack>
      {items ? <ListEnd {...pages} retry={retry} /> : null}
    </Section>
  );
}
