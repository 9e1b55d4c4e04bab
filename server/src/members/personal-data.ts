import type { Ctx } from '../platform/core/ctx.ts';
import { jsonFile, type PersonalPart } from '../platform/core/personal-part.ts';
import { DELETED_NAME } from './deleted.ts';
import { presentPerson } from './present.ts';
import { releaseUsernamesOf, reservedUsernames, updateUser } from './profile-queries.ts';
import { findMember, updateIsAdmin } from './queries.ts';

/**
 * A member's profile. An anonymous row stays, because other members' data refers to it; the names are free
 * immediately. The picture is erased with the member's other uploads.
 */
export function profilePart({ db, publish }: Pick<Ctx, 'db' | 'publish'>): PersonalPart {
  return {
    async *files(personId) {
      const { member, formerUsernames } = await db.read(async (conn) => ({
        member: (await findMember(conn, personId))[0],
        formerUsernames: await reservedUsernames(conn, personId),
      }));
      if (!member) return;
      const { usernameLastChanged, createdAt, updatedAt } = member;
      yield jsonFile('profile.json', {
        ...presentPerson(member),
        ...{ formerUsernames, usernameLastChanged, createdAt, updatedAt },
      });
    },
    async erase(tx, personId) {
      const anonymous = {
        username: DELETED_NAME,
        usernameKey: personId,
        usernameLastChanged: null,
        isUsernameGenerated: false,
        profileImageKey: null,
      };
      await updateUser(tx, personId, anonymous, new Date());
      await updateIsAdmin(tx, personId, false);
      await releaseUsernamesOf(tx, personId);
      tx.afterCommit(() => publish.toEveryone('person:removed', { id: personId }));
    },
  };
}
