import { Avatar } from '@chakra-ui/react';
import type { Person } from '@selvedge/shared/members/users';

/** Sizes in steps of 4 px. */
const LARGE = { profile: '20', settings: '40' } as const;

interface UserAvatarProps {
  person: Pick<Person, 'username' | 'profileImageUrl'>;
  size: 'sm' | 'md' | keyof typeof LARGE;
}

/** A member's picture, or the first letter of their name. */
export function UserAvatar({ person, size }: UserAvatarProps) {
  const measures = size === 'sm' || size === 'md' ? { size } : { size: '2xl' as const, boxSize: LARGE[size] };
  return (
    <Avatar.Root {...measures} bg="indigo.800" color="white">
      <Avatar.Fallback>{person.username.slice(0, 1).toUpperCase()}</Avatar.Fallback>
      {person.profileImageUrl ? <Avatar.Image src={person.profileImageUrl} alt="" /> : null}
    </Avatar.Root>
  );
}
