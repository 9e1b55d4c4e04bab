import { chakra } from '@chakra-ui/react';
import type { Person } from '@selvedge/shared/members/users';
import { Link } from 'react-router-dom';

/** A member's name, linked to their profile. */
export function MemberName({ person }: { person: Person }) {
  return person.isDeleted ? (
    <span>{person.username}</span>
  ) : (
    <chakra.span fontWeight="medium" textDecoration="underline" textUnderlineOffset="2px">
      <Link to={`/profile/${person.username}`}>{person.username}</Link>
    </chakra.span>
  );
}
