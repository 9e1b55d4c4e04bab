import { Avatar } from '@chakra-ui/react';
import type { Person } from '@selvedge/shared/users';

interface FaceProps {
  person: Pick<Person, 'username' | 'profileImageUrl'>;
  /** `profile` is 80 px wide. */
  size: 'sm' | 'md' | 'profile';
}

/** A person's picture, or the first letter of their name. */
export function Face({ person, size }: FaceProps) {
  const measures = size === 'profile' ? { size: '2xl' as const, boxSize: '20' } : { size };
  return (
    <Avatar.Root {...measures} bg="indigo.800" color="white">
      <Avatar.Fallback>{person.username.slice(0, 1).toUpperCase()}</Avatar.Fallback>
      {person.profileImageUrl ? <Avatar.Image src={person.profileImageUrl} alt="" /> : null}
    </Avatar.Root>
  );
}
