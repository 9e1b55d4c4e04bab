import { Button, Flex, Text } from '@chakra-ui/react';
import type { Person } from '@selvedge/shared/members/users';
import { unblock } from './blocking.ts';

/** Replaces the items of a member whom the viewer has blocked. */
export function BlockedNote({ person }: { person: Pick<Person, 'id' | 'username'> }) {
  return (
    <Flex role="status" wrap="wrap" align="center" justify="space-between" gap="3" px="5" py="4">
      <Text textStyle="sm" color="fg.muted">
        You blocked this person
      </Text>
      <Button size="sm" variant="outline" onClick={() => void unblock(person)}>
        Unblock
      </Button>
    </Flex>
  );
}
