import { Box, chakra, Flex, Text } from '@chakra-ui/react';
import type { Person } from '@selvedge/shared/members/users';
import { Link } from 'react-router-dom';
import { AdminBadge } from './admin-badge.tsx';
import { Icon } from './icon.tsx';
import { UserAvatar } from './user-avatar.tsx';

const CardLink = chakra(Link);

/** A member and their role, linked to their profile. */
export function MemberLink({ person, label }: { person: Person; label: string }) {
  return (
    <CardLink
      to={`/profile/${person.username}`}
      display="flex"
      alignItems="center"
      gap="3"
      p="3"
      mx="-3"
      borderRadius="l2"
      // A ground would end in the middle of what else stands below the name.
      css={{ '&:hover .person-name': { textDecoration: 'underline', textUnderlineOffset: '3px' } }}
      focusVisibleRing="outside"
    >
      <UserAvatar person={person} size="md" />
      <Box flex="1" minW="0">
        <Flex gap="2" align="center">
          <Text className="person-name" fontWeight="semibold" overflowWrap="anywhere">
            {person.username}
          </Text>
          {person.isAdmin ? <AdminBadge size="xs" /> : null}
        </Flex>
        <Text textStyle="xs" color="fg.subtle">
          {label}
        </Text>
      </Box>
      <Icon name="right" />
    </CardLink>
  );
}
