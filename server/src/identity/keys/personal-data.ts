import type { Ctx } from '../../platform/core/ctx.ts';
import { jsonFile, type PersonalPart } from '../../platform/core/personal-part.ts';
import { endKeys } from './end-keys.ts';
import { presentKey } from './present.ts';
import { listApiKeys } from './queries.ts';

export function apiKeysPart({ db, identity }: Ctx): PersonalPart {
  return {
    async *files(memberId) {
      const keys = await db.read(async (conn) => listApiKeys(conn, memberId));
      yield jsonFile('api-keys.json', keys.map(presentKey));
    },
    async erase(tx, memberId) {
      await endKeys(identity, tx, { userId: memberId }, 'deleted');
    },
  };
}
