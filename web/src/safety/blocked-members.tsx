import { Button, Flex, Heading, Stack, Text } from '@chakra-ui/react';
import type { Person } from '@selvedge/shared/members/users';
import { messageOf } from '../lib/api.ts';
import { usePages } from '../lib/use-pages.ts';
import { Failure } from '../ui/failure.tsx';
import { ListEnd } from '../ui/list-end.tsx';
import { UserAvatar } from '../ui/user-avatar.tsx';
import { unblock } from './blocking.ts';
import { BLOCKS_KEY } from './keys.ts';

function Blocked({ person }: { person: Person }) {
  return (
    <Flex as="li" align="center" gap="3" py="2">
      <UserAvatar person={person} size="sm" />
      <Text flex="1" minW="0" textStyle="sm" fontWeight="medium" truncate>
        {person.username}
      </Text>
      <Button
        size="sm"
        variant="outline"
        aria-label={`Unblock ${person.username}`}
        onClick={() => void unblock(person)}
      >
        Unblock
      </Button>
    </Flex>
  );
}

/** The members whom the viewer has blocked, each with a button to unblock them. */
export function BlockedMembers() {
  const pages = usePages<Person>([BLOCKS_KEY], '/api/blocks');
  const { items, error, retry } = pages;
  return (
    <Stack as="section" gap="2" aria-labelledby="blocked-people">
      <Heading as="h3" id="blocked-people" size="md">
        Blocked people
      </Heading>
      {error ? <Failure text={messageOf(error, 'The list could not be loaded.')} retry={retry} /> : null}
      {items?.length === 0 ? (
        <Text textStyle="sm" color="fg.muted">
          You haven't blocked anyone. You can block someone from their profile, a listing or a conversation.
        </Text>
      ) : null}
      {items && items.length > 0 ? (
        <>
          <ul>
            {items.map((person) => (
              <Blocked key={person.id} person={person} />
            ))}
          </ul>
          <ListEnd {...pages} />
        </>
      ) : null}
    </Stack>
  );
}
