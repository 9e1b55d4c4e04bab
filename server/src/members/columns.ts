import type { Tables } from '../platform/db/tables.ts';

/** The columns that `presentPerson` needs, for selects that join `users`. */
export function personColumns({ users }: Pick<Tables, 'users'>) {
  return {
    id: users.id,
    username: users.username,
    profileImageKey: users.profileImageKey,
    isAdmin: users.isAdmin,
  };
}
