import type { Tables } from '../platform/db/tables.ts';

/** The columns that `presentPerson` needs, for selects that join `users`. */
export const personColumns = ({ users }: Pick<Tables, 'users'>) => ({
  id: users.id,
  username: users.username,
  profileImageKey: users.profileImageKey,
  isAdmin: users.isAdmin,
});
