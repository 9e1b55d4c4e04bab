import { Box, chakra, Flex, Text } from '@chakra-ui/react';
import type { Person } from '@selvedge/shared/users';
import { Link } from 'react-router-dom';
import { AdminBadge } from './admin-badge.tsx';
import { Face } from './face.tsx';
import { Icon } from './icon.tsx';

const CardLink = chakra(Link);

/** A person and their role here, with a link to their profile. */
export const PersonLink = ({ person, what }: { person: Person; what: string }) => (
  <CardLink
    to={`/profile/${person.username}`}
    display="flex"
    alignItems="center"
    gap="3"
    p="3"
    mx="-3"
    borderRadius="l2"
    _hover={{ bg: 'bg.subtle' }}
    focusVisibleRing="outside"
  >
    <Face person={person} size="md" />
    <Box flex="1" minW="0">
      <Flex gap="2" align="center">
        <Text fontWeight="semibold" truncate>
          {person.username}
        </Text>
        {person.isAdmin ? <AdminBadge size="xs" /> : null}
      </Flex>
      <Text textStyle="xs" color="fg.subtle">
        {what}
      </Text>
    </Box>
    <Icon name="right" />
  </CardLink>
);
