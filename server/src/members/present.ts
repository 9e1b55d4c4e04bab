import type { Person } from '@selvedge/shared/members/users';
import { DELETED_USER } from '@selvedge/shared/platform/limits';
import { mediaUrl } from '../platform/core/media-url.ts';
import type { Tables } from '../platform/db/tables.ts';
import { isDeleted } from './deleted.ts';

type MemberRow = Pick<Tables['users']['$inferSelect'], 'id' | 'username' | 'profileImageKey' | 'isAdmin'>;

/** A member as others see them: no other fields are ever public. */
export function presentMember(row: MemberRow): Person {
  return isDeleted(row)
    ? { id: row.id, username: DELETED_USER, profileImageUrl: null, isAdmin: false, isDeleted: true }
    : {
        id: row.id,
        username: row.username,
        profileImageUrl: row.profileImageKey === null ? null : mediaUrl(row.profileImageKey),
        isAdmin: row.isAdmin,
      };
}
