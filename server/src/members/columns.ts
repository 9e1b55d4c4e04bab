import type { Tables } from '../platform/db/tables.ts';

/** The columns that `presentMember` needs, for selects that join `users`. */
export function memberColumns({ users }: Pick<Tables, 'users'>) {
  return {
    id: users.id,
    username: users.username,
    profileImageKey: users.profileImageKey,
    isAdmin: users.isAdmin,
  };
}
