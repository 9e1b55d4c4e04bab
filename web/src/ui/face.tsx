import { Avatar } from '@chakra-ui/react';
import type { Person } from '@selvedge/shared/users';

/** A person's picture, or the first letter of their name. */
export function Face({
  person,
  size,
}: {
  person: Pick<Person, 'username' | 'profileImageUrl'>;
  size: 'sm' | 'md' | '2xl';
}) {
  return (
    <Avatar.Root size={size} bg="indigo.800" color="white">
      <Avatar.Fallback>{person.username.slice(0, 1).toUpperCase()}</Avatar.Fallback>
      {person.profileImageUrl ? <Avatar.Image src={person.profileImageUrl} alt="" /> : null}
    </Avatar.Root>
  );
}
