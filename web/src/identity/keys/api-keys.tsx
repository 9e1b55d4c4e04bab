import { Box, Button, chakra, Flex, Heading, Stack, Text } from '@chakra-ui/react';
import type { ApiKey } from '@selvedge/shared/identity/api-keys';
import type { User } from '@selvedge/shared/members/users';
import { API_KEYS_MAX } from '@selvedge/shared/platform/limits';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FocusEvent, useId, useState } from 'react';
import { apiList, apiSend, messageOf } from '../../lib/api.ts';
import { Failure } from '../../ui/failure.tsx';
import { InlineQuestion } from '../../ui/inline-question.tsx';
import { toast } from '../../ui/toast.ts';
import { ApiKeyForm } from './api-key-form.tsx';
import { NewApiKey } from './new-api-key.tsx';
import { SCOPE_TEXTS } from './scope-texts.ts';

const PATH = '/api/keys';

const dayOf = (iso: string): string =>
  new Date(iso).toLocaleDateString('en-US', { timeZone: 'UTC', dateStyle: 'medium' });

function datesOf({ expiresAt, lastUse }: ApiKey): string {
  const isOver = expiresAt !== null && Date.parse(expiresAt) <= Date.now();
  const end = expiresAt === null ? 'Never expires' : `${isOver ? 'Expired' : 'Expires'}: ${dayOf(expiresAt)}`;
  const use = lastUse ? `Last used: ${dayOf(lastUse.day)} from ${lastUse.network}` : 'Not used yet';
  return `${end} · ${use}`;
}

interface RowProps {
  apiKey: ApiKey;
  isPending: boolean;
  onRevoke: () => void;
}

function Row({ apiKey, isPending, onRevoke }: RowProps) {
  const [isAsking, setAsking] = useState(false);
  const id = useId();
  const { name, scopes } = apiKey;
  return (
    <chakra.li py="4" borderTopWidth="1px" listStyleType="none">
      <Flex wrap="wrap" gap="3" align="center" justify="space-between">
        <Box minW="0" aria-live="polite">
          <Text overflowWrap="anywhere">{name}</Text>
          <Text textStyle="sm" color="fg.muted" overflowWrap="anywhere">
            {isAsking
              ? 'Revoke it? Programs that use it stop working at once.'
              : `${scopes.map((scope) => SCOPE_TEXTS[scope][0]).join(', ')} · ${datesOf(apiKey)}`}
          </Text>
        </Box>
        {isAsking ? (
          <InlineQuestion
            id={id}
            yes="Yes, Revoke It"
            no="Keep It"
            isPending={isPending}
            onYes={onRevoke}
            onNo={() => setAsking(false)}
          />
        ) : (
          <Button id={id} variant="outline" aria-label={`Revoke ${name}`} onClick={() => setAsking(true)}>
            Revoke
          </Button>
        )}
      </Flex>
    </chakra.li>
  );
}

interface ApiKeysProps {
  user: User;
  /** Whether the settings open here. */
  isPlace: boolean;
}

/** The dialog gives its first focus without scrolling. */
const scrollTo = ({ target, currentTarget }: FocusEvent<Element>) => {
  if (target === currentTarget) currentTarget.scrollIntoView();
};

/** The member's API keys in the settings. */
export function ApiKeys({ user, isPlace }: ApiKeysProps) {
  const queries = useQueryClient();
  const queryKey = ['api-keys', user.id];
  const { data, error, refetch } = useQuery({ queryKey, queryFn: () => apiList<ApiKey>(PATH) });
  const [isPending, setPending] = useState(false);
  /** The form is open, or the key that it has made is shown. */
  const [made, setMade] = useState<'form' | { key: string } | null>(null);
  const makeId = useId();
  const changed = () => queries.invalidateQueries({ queryKey });
  const revoke = async (id: string) => {
    setPending(true);
    try {
      await apiSend('DELETE', `${PATH}/${id}`);
      toast.success('API key revoked');
    } catch (failure) {
      toast.error('Error', messageOf(failure, 'Failed to revoke the key. Please try again.'));
    } finally {
      await changed();
      setPending(false);
    }
  };
  return (
    <Stack
      as="section"
      gap="4"
      tabIndex={-1}
      aria-labelledby="api-keys"
      {...(isPlace && { 'data-autofocus': '', onFocus: scrollTo })}
    >
      <Heading as="h3" id="api-keys" size="md">
        API keys
      </Heading>
      <Text textStyle="sm" color="fg.muted">
        With a key, a program acts for you through the API: a bot that answers, or a script that lists.
      </Text>
      {error ? (
        <Failure text={messageOf(error, 'The keys could not be loaded.')} retry={() => void refetch()} />
      ) : null}
      {data && data.length > 0 ? (
        <chakra.ul aria-labelledby="api-keys">
          {data.map((key) => (
            <Row key={key.id} apiKey={key} isPending={isPending} onRevoke={() => void revoke(key.id)} />
          ))}
        </chakra.ul>
      ) : null}
      {made === 'form' ? (
        <ApiKeyForm id={makeId} onMade={setMade} onSettled={changed} onCancel={() => setMade(null)} />
      ) : made ? (
        <NewApiKey id={makeId} value={made.key} onDone={() => setMade(null)} />
      ) : (
        <Button
          id={makeId}
          alignSelf="flex-start"
          variant="outline"
          disabled={!data || data.length >= API_KEYS_MAX}
          onClick={() => setMade('form')}
        >
          Make an API Key
        </Button>
      )}
      {data && data.length >= API_KEYS_MAX ? (
        <Text textStyle="sm" color="fg.muted">
          {`You have ${API_KEYS_MAX} keys. Revoke one to make another.`}
        </Text>
      ) : null}
    </Stack>
  );
}
