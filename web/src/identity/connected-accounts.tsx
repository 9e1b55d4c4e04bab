import { Box, Button, Flex, Heading, Text } from '@chakra-ui/react';
import type { UserIdentity } from '@supabase/auth-js';
import { useCallback, useEffect, useId, useState } from 'react';
import { messageOf } from '../lib/api.ts';
import { isHosted } from '../lib/session/provider.ts';
import { authClient } from '../lib/session/session.ts';
import { InlineQuestion } from '../ui/inline-question.tsx';
import { toast } from '../ui/toast.ts';
import { ProofCancelled, withProof } from './proof.ts';
import { leaveToConnect } from './provider-visit.ts';
import { PROVIDERS, type SignInProvider } from './providers.ts';

const FAILED = 'That did not work. Please try again.';

async function loadIdentities(): Promise<UserIdentity[]> {
  const { data, error } = await (await authClient()).getUserIdentities();
  if (error) throw error;
  return data.identities;
}

interface RowProps {
  provider: SignInProvider;
  identity: UserIdentity | undefined;
  /** Whether the member can sign in without it. */
  isRemovable: boolean;
  onChanged: () => Promise<void>;
}

function Row({ provider, identity, isRemovable, onChanged }: RowProps) {
  const [isPending, setPending] = useState(false);
  const [isSure, setSure] = useState(false);
  const id = useId();
  const change = async (work: () => Promise<void>) => {
    setPending(true);
    try {
      await withProof(work);
    } catch (error) {
      if (!(error instanceof ProofCancelled)) toast.error('Error', messageOf(error, FAILED));
    } finally {
      setPending(false);
    }
  };
  const connect = () => change(async () => leaveToConnect(await authClient(), provider.id));
  const disconnect = (connected: UserIdentity) =>
    change(async () => {
      const { error } = await (await authClient()).unlinkIdentity(connected);
      if (error) throw error;
      setSure(false);
      await onChanged();
      toast.success(`${provider.name} is no longer connected`);
    });
  return (
    <Flex wrap="wrap" gap="3" align="center" justify="space-between">
      <Box aria-live="polite">
        <Text>{provider.name}</Text>
        <Text textStyle="sm" color="fg.muted">
          {!identity
            ? 'Not connected'
            : isSure
              ? `Disconnect it? ${provider.name} will no longer sign you in, and other browsers will be signed out.`
              : isRemovable
                ? 'Connected: you can sign in with it'
                : 'Connected: your only way to sign in'}
        </Text>
      </Box>
      {identity ? (
        isSure ? (
          <InlineQuestion
            id={id}
            yes="Yes, Disconnect"
            no="Keep It"
            isPending={isPending}
            onYes={() => void disconnect(identity)}
            onNo={() => setSure(false)}
          />
        ) : isRemovable ? (
          <Button
            id={id}
            variant="outline"
            aria-label={`Disconnect ${provider.name}`}
            onClick={() => setSure(true)}
          >
            Disconnect
          </Button>
        ) : null
      ) : (
        <Button
          variant="outline"
          aria-label={`Connect ${provider.name}`}
          disabled={isPending}
          onClick={() => void connect()}
        >
          Connect
        </Button>
      )}
    </Flex>
  );
}

/** Whether the settings have such a section. */
export const hasConnectedAccounts = !isHosted && PROVIDERS.length > 0;

/** The accounts at other providers with which the member signs in. */
export function ConnectedAccounts() {
  const [identities, setIdentities] = useState<UserIdentity[] | null>(null);
  const load = useCallback(async () => setIdentities(await loadIdentities().catch(() => null)), []);
  useEffect(() => void load(), [load]);
  return (
    <Box>
      <Heading as="h3" size="md" mb="4">
        Connected accounts
      </Heading>
      {identities
        ? PROVIDERS.map((provider) => (
            <Row
              key={provider.id}
              provider={provider}
              identity={identities.find((each) => each.provider === provider.id)}
              isRemovable={identities.length > 1}
              onChanged={load}
            />
          ))
        : null}
    </Box>
  );
}
