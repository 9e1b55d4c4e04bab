import type { Ctx } from '../platform/core/ctx.ts';
import { jsonFile, type PersonalPart } from '../platform/core/personal-part.ts';
import { DELETED_NAME } from './deleted.ts';
import { presentMember } from './present.ts';
import { releaseUsernamesOf, reservedUsernames, updateUser } from './profile-queries.ts';
import { findMember, updateIsAdmin } from './queries.ts';

/**
 * A member's profile. An anonymous row stays, because other members' data refers to it; the names are free
 * immediately. The picture is erased with the member's other uploads.
 */
export function profilePart({ db, publish }: Pick<Ctx, 'db' | 'publish'>): PersonalPart {
  return {
    async *files(memberId) {
      const { member, formerUsernames } = await db.read(async (conn) => ({
        member: (await findMember(conn, memberId))[0],
        formerUsernames: await reservedUsernames(conn, memberId),
      }));
      if (!member) return;
      const { usernameLastChanged, createdAt, updatedAt } = member;
      yield jsonFile('profile.json', {
        ...presentMember(member),
        ...{ formerUsernames, usernameLastChanged, createdAt, updatedAt },
      });
    },
    async erase(tx, memberId) {
      const anonymous = {
        username: DELETED_NAME,
        usernameKey: memberId,
        usernameLastChanged: null,
        isUsernameGenerated: false,
        profileImageKey: null,
      };
      await updateUser(tx, memberId, anonymous, new Date());
      await updateIsAdmin(tx, memberId, false);
      await releaseUsernamesOf(tx, memberId);
      tx.afterCommit(() => publish.toEveryone('person:removed', { id: memberId }));
    },
  };
}
